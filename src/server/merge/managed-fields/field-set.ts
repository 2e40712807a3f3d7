import type { JsonObject } from '#api/json.ts'
import { type Path, type PathElement, sortElements } from './field-set-element.ts'

/**
 * A set of paths as a trie. `member`: the path to this node is in the set; meaningless for the root. Returned sets are
 * immutable, because they share branches.
 */
export interface FieldSet {
  readonly member: boolean
  readonly children: ReadonlyMap<PathElement, FieldSet> | null
  /** The FieldsV1 form of the whole set, if it was made: a cache. Nobody changes it. */
  encoded?: JsonObject
}

/** A set under construction. */
export interface FieldSetBuilder {
  member: boolean
  children: Map<PathElement, FieldSetBuilder> | null
}

export const emptyFieldSet: FieldSet = { member: false, children: null }

export const buildFieldSet = (): FieldSetBuilder => ({ member: false, children: null })

const noChildren: ReadonlyMap<PathElement, FieldSet> = new Map()
const childrenOf = ({ children }: FieldSet): ReadonlyMap<PathElement, FieldSet> => children ?? noChildren

export const isEmptySet = (set: FieldSet): boolean => set.children === null || set.children.size === 0

/** Adds a path; the empty path is ignored. */
export function insertPath(set: FieldSetBuilder, path: Path): void {
  if (path.length === 0) return
  let node = set
  for (const element of path) {
    node.children ??= new Map()
    let next = node.children.get(element)
    if (next === undefined) {
      next = { member: false, children: null }
      node.children.set(element, next)
    }
    node = next
  }
  node.member = true
}

export function fieldSetOf(...paths: readonly Path[]): FieldSet {
  const set = buildFieldSet()
  for (const path of paths) insertPath(set, path)
  return set
}

/** Returns the paths of `set` that start with `element`, without it. */
export const withPrefix = (set: FieldSet, element: PathElement): FieldSet => set.children?.get(element) ?? emptyFieldSet

export function hasPath(set: FieldSet, path: Path): boolean {
  let node: FieldSet | undefined = set
  for (const element of path) node = node?.children?.get(element)
  return path.length > 0 && node?.member === true
}

/** Returns the paths of both sets: `a` itself if it has all of them. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  const member = a.member || b.member
  if (isEmptySet(b)) return withPaths(a, member, a.children)
  if (isEmptySet(a)) return withPaths(b, member, b.children)
  const before = childrenOf(a)
  let after: Map<PathElement, FieldSet> | null = null
  for (const [element, node] of childrenOf(b)) {
    const other = before.get(element)
    const both = other === undefined ? node : union(other, node)
    if (both !== other) (after ??= new Map(before)).set(element, both)
  }
  return withPaths(a, member, after ?? a.children)
}

/** Returns a set with these paths: `set` itself if they are its own. */
const withPaths = (set: FieldSet, member: boolean, children: FieldSet['children']): FieldSet =>
  member === set.member && children === set.children ? set : { member, children }

/** Returns the union of any number of sets, in time that grows with their total size. [ER7] */
export function unionOfAll(sets: readonly FieldSet[]): FieldSet {
  const [first = emptyFieldSet] = sets
  if (sets.length < 2) return first
  let member = false
  const groups = new Map<PathElement, FieldSet[]>()
  for (const set of sets) {
    member ||= set.member
    for (const [element, node] of set.children ?? []) {
      const group = groups.get(element)
      if (group === undefined) groups.set(element, [node])
      else group.push(node)
    }
  }
  const children = new Map<PathElement, FieldSet>()
  for (const [element, group] of groups) children.set(element, unionOfAll(group))
  return { member, children: children.size === 0 ? null : children }
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<PathElement, FieldSet>()
  for (const [element, node] of a.children ?? []) {
    const other = b.children?.get(element)
    if (other !== undefined) keep(children, element, intersection(node, other))
  }
  return { member: a.member && b.member, children }
}

/** Returns the paths of `a` that are not in `b`: `a` itself if it loses none. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  const member = a.member && !b.member
  if (isEmptySet(a)) return withPaths(a, member, a.children)
  const before = childrenOf(a)
  let after: Map<PathElement, FieldSet> | null = null
  for (const [element, other] of childrenOf(b)) {
    const node = before.get(element)
    if (node === undefined) continue
    const left = difference(node, other)
    if (left === node) continue
    after ??= new Map(before)
    if (left.member || !isEmptySet(left)) after.set(element, left)
    else after.delete(element)
  }
  return withPaths(a, member, after ?? a.children)
}

/** Returns the paths of `a` that are neither in `b` nor below a path of `b`. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a) || isEmptySet(b)) return a
  const children = new Map<PathElement, FieldSet>()
  for (const [element, node] of a.children ?? []) {
    const other = b.children?.get(element)
    if (other === undefined) children.set(element, node)
    else if (!other.member) keep(children, element, recursiveDifference(node, other))
  }
  return { member: a.member, children }
}

function keep(children: Map<PathElement, FieldSet>, element: PathElement, node: FieldSet): void {
  if (node.member || !isEmptySet(node)) children.set(element, node)
}

/** Reports whether all paths of `a` are in `b`. */
export function isWithin(a: FieldSet, b: FieldSet): boolean {
  if (a === b || isEmptySet(a)) return true
  for (const [element, node] of childrenOf(a)) {
    const other = childrenOf(b).get(element)
    if (other === undefined || (node.member && !other.member) || !isWithin(node, other)) return false
  }
  return true
}

export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  const [own, others] = [childrenOf(a), childrenOf(b)]
  if (own.size !== others.size) return false
  for (const [element, node] of own) {
    const other = others.get(element)
    if (other?.member !== node.member || !equalSets(node, other)) return false
  }
  return true
}

/** Returns all paths of the set: those that end at a node before those that extend it, each sorted. */
export function pathsOf(set: FieldSet, prefix: Path = []): Path[] {
  const { children } = set
  if (children === null) return []
  const sorted = sortElements(children.keys())
  const own = sorted.filter((element) => children.get(element)?.member === true).map((element) => [...prefix, element])
  const below = sorted.flatMap((element) => pathsOf(children.get(element) ?? emptyFieldSet, [...prefix, element]))
  return [...own, ...below]
}
