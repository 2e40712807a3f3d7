import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, type Shape, memberAtom, shapeOf } from './atom.ts'
import { equalValues } from './equal.ts'
import { itemElement } from './items.ts'
import { LONG_LIST, PIECE } from './long.ts'
import {
  type FieldSet,
  type FieldSetBuilder,
  buildFieldSet,
  insertPath,
} from '#server/merge/managed-fields/field-set.ts'
import { type PathElement, fieldElement } from '#server/merge/managed-fields/field-set-element.ts'

/** The differences between two values of one schema. */
export interface Comparison {
  readonly removed: FieldSet
  readonly modified: FieldSet
  readonly added: FieldSet
}

/** Compares two values. @throws ApplyTypeError for a list item without identity */
export function compareValues(atom: Atom, left: Json, right: Json): Comparison {
  const walker = new Comparing(null)
  walker.compare(atom, left, right)
  const { removed, modified, added } = walker
  return { removed, modified, added }
}

/** Does what `compareValues` does for a large object: its long lists come last, some items at a time. [ER8] */
export function* compareInPieces(atom: Atom, left: Json, right: Json): Pieces<Comparison> {
  const waiting: LongList[] = []
  const walker = new Comparing(waiting)
  walker.compare(atom, left, right)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield
    yield* walker.compareLongList(next)
  }
  const { removed, modified, added } = walker
  return { removed, modified, added }
}

/** A list that is compared after all else. */
interface LongList {
  readonly list: ListAtom
  readonly lefts: readonly Json[]
  readonly rights: readonly Json[]
  readonly path: PathElement[]
}

/** Restricts a comparison to the fields that `filter` retains. */
export function filterComparison(comparison: Comparison, filter: ((set: FieldSet) => FieldSet) | null): Comparison {
  if (filter === null) return comparison
  const { removed, modified, added } = comparison
  return { removed: filter(removed), modified: filter(modified), added: filter(added) }
}

/** Traverses two values in parallel; `undefined` means absent, and at most one is absent. */
class Comparing {
  readonly removed: FieldSetBuilder = buildFieldSet()
  readonly modified: FieldSetBuilder = buildFieldSet()
  readonly added: FieldSetBuilder = buildFieldSet()
  private path: PathElement[] = []
  /** Receives the long lists; null if all lists are compared at once. */
  private readonly waiting: LongList[] | null

  constructor(waiting: LongList[] | null) {
    this.waiting = waiting
  }

  compare(atom: Atom, left: Json | undefined, right: Json | undefined): void {
    if (left === right) return
    const rightShape = right === undefined ? shapeOf(atom, left) : shapeOf(atom, right)
    const leftShape = left === undefined ? rightShape : shapeOf(atom, left)
    if (leftShape !== rightShape) this.handle(atom, leftShape, left, right)
    const isLeaf = this.handle(atom, rightShape, left, right)
    if (isLeaf) return
    if (left === undefined) insertPath(this.added, this.path)
    else if (right === undefined) insertPath(this.removed, this.path)
  }

  /** Reports whether the two values were compared atomically. */
  private handle(atom: Atom, shape: Shape, left: Json | undefined, right: Json | undefined): boolean {
    if (shape === 'map' && atom.map !== undefined) return this.compareMaps(atom.map, left, right)
    if (shape === 'list' && atom.list !== undefined) return this.compareLists(atom.list, left, right)
    this.leaf(left, right)
    return true
  }

  private leaf(left: Json | undefined, right: Json | undefined): void {
    if (left === undefined) insertPath(this.added, this.path)
    else if (right === undefined) insertPath(this.removed, this.path)
    else if (!equalValues(left, right)) insertPath(this.modified, this.path)
  }

  private compareMaps(map: MapAtom, left: Json | undefined, right: Json | undefined): boolean {
    const [lefts, rights] = [membersOf(left), membersOf(right)]
    if (map.atomic || (lefts === null && rights === null)) {
      this.leaf(left, right)
      return true
    }
    this.compareMembers(map, lefts ?? noMembers, rights ?? noMembers)
    return false
  }

  private compareMembers(map: MapAtom, lefts: JsonObject, rights: JsonObject): void {
    for (const name of Object.keys(lefts)) this.compareMember(map, name, lefts[name], own(rights, name))
    for (const name of Object.keys(rights))
      if (own(lefts, name) === undefined) this.compareMember(map, name, undefined, rights[name])
  }

  private compareMember(map: MapAtom, name: string, left: Json | undefined, right: Json | undefined): void {
    if (left === right) return
    const atom = memberAtom(map, name)
    if (atom === null) return
    this.path.push(fieldElement(name))
    this.compare(atom, left, right)
    this.path.pop()
  }

  private compareLists(list: ListAtom, left: Json | undefined, right: Json | undefined): boolean {
    const [lefts, rights] = [itemsOf(left), itemsOf(right)]
    if (!list.associative || (lefts.length === 0 && rights.length === 0)) {
      this.leaf(left, right)
      return true
    }
    if (this.waiting !== null && lefts.length + rights.length > LONG_LIST) {
      this.waiting.push({ list, lefts, rights, path: [...this.path] })
      return false
    }
    const [leftItems, rightItems] = [byElement(list, lefts), byElement(list, rights)]
    for (const [element, items] of leftItems) this.compareItems(list, element, items, rightItems.get(element) ?? [])
    for (const [element, items] of rightItems) if (!leftItems.has(element)) this.compareItems(list, element, [], items)
    return false
  }

  *compareLongList({ list, lefts, rights, path }: LongList): Pieces<void> {
    this.path = path
    const leftItems = yield* byElementInPieces(list, lefts)
    const rightItems = yield* byElementInPieces(list, rights)
    let count = 0
    for (const [element, items] of leftItems) {
      this.compareItems(list, element, items, rightItems.get(element) ?? [])
      if (++count % PIECE === 0) yield
    }
    for (const [element, items] of rightItems) {
      if (!leftItems.has(element)) this.compareItems(list, element, [], items)
      if (++count % PIECE === 0) yield
    }
  }

  /** Compares items with the same identity; duplicates are compared as a whole. */
  private compareItems(list: ListAtom, element: PathElement, lefts: readonly Json[], rights: readonly Json[]): void {
    this.path.push(element)
    if (lefts.length <= 1 && rights.length <= 1) this.compare(list.items, lefts[0], rights[0])
    else if (lefts.length >= 2 && rights.length >= 2) {
      if (!equalValues([...lefts], [...rights])) insertPath(this.modified, this.path)
    } else if (lefts.length >= 2) {
      if (rights[0] !== undefined) this.compare(list.items, undefined, rights[0])
      insertPath(this.removed, this.path)
    } else {
      if (lefts[0] !== undefined) this.compare(list.items, lefts[0], undefined)
      insertPath(this.added, this.path)
    }
    this.path.pop()
  }
}

const noMembers: JsonObject = {}

/** Returns the members of a map; `null` for an empty map or any other value. */
function membersOf(value: Json | undefined): JsonObject | null {
  if (!isObject(value)) return null
  for (const _name in value) return value
  return null
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function byElement(list: ListAtom, items: readonly Json[]): Map<PathElement, Json[]> {
  const found = new Map<PathElement, Json[]>()
  for (const [at, item] of items.entries()) addItem(found, itemElement(list, item, at), item)
  return found
}

function* byElementInPieces(list: ListAtom, items: readonly Json[]): Pieces<Map<PathElement, Json[]>> {
  const found = new Map<PathElement, Json[]>()
  for (const [at, item] of items.entries()) {
    addItem(found, itemElement(list, item, at), item)
    if (at % PIECE === PIECE - 1) yield
  }
  return found
}

function addItem(found: Map<PathElement, Json[]>, element: PathElement, item: Json): void {
  const same = found.get(element)
  if (same === undefined) found.set(element, [item])
  else same.push(item)
}
