import { type Atom, type MapAtom, deducedAtom, memberAtom } from './atom.ts'
import {
  type FieldSet,
  type FieldSetBuilder,
  buildFieldSet,
  insertPath,
  isEmptySet,
  recursiveDifference,
  union,
} from '#server/merge/managed-fields/field-set.ts'
import type { PathElement } from '#server/merge/managed-fields/field-set-element.ts'

/** Adjusts a set to a schema in which a field became atomic: owners of its parts own the whole field. [SSA11] */
export function reconcileSet(atom: Atom, set: FieldSet): FieldSet {
  const walker = new Reconciling()
  walker.visit(atom, set, false)
  if (isEmptySet(walker.wholes)) return set
  return union(recursiveDifference(set, walker.wholes), walker.wholes)
}

class Reconciling {
  readonly wholes: FieldSetBuilder = buildFieldSet()
  private readonly path: PathElement[] = []

  visit(atom: Atom, node: FieldSet, isWhole: boolean): void {
    if (atom.map !== undefined) this.visitMap(atom.map, node, isWhole)
    else if (atom.scalar === undefined && atom.list !== undefined) {
      if (!isWhole && !atom.list.associative) insertPath(this.wholes, this.path)
      else for (const [element, below] of node.children ?? []) this.descend(element, atom.list.items, below)
    }
  }

  private visitMap(map: MapAtom, node: FieldSet, isWhole: boolean): void {
    if (map.values === deducedAtom && map.fields.size === 0) return
    if (!isWhole && map.atomic) {
      if (!isEmptySet(node)) insertPath(this.wholes, this.path)
      return
    }
    for (const [element, below] of node.children ?? []) {
      const atom = element.startsWith('f:') ? memberAtom(map, element.slice(2)) : map.values
      if (atom !== null) this.descend(element, atom, below)
    }
  }

  private descend(element: PathElement, atom: Atom, below: FieldSet): void {
    this.path.push(element)
    this.visit(atom, below, below.member && isEmptySet(below))
    this.path.pop()
  }
}

/** Returns the set with each declared field on its paths added as a member. */
export function withNamedFields(atom: Atom | null, set: FieldSet): FieldSet {
  if (isEmptySet(set)) return set
  const children = new Map<PathElement, FieldSet>()
  for (const [element, node] of set.children ?? []) {
    const below = withNamedFields(belowAtom(atom, element), node)
    const isNamed = !isEmptySet(node) && element.startsWith('f:') && atom?.map?.fields.has(element.slice(2)) === true
    children.set(element, { member: node.member || isNamed, children: below.children })
  }
  return { member: set.member, children }
}

function belowAtom(atom: Atom | null, element: PathElement): Atom | null {
  if (element.startsWith('f:')) return atom?.map === undefined ? null : memberAtom(atom.map, element.slice(2))
  return element.startsWith('k:') ? (atom?.list?.items ?? null) : null
}
