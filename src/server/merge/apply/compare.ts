import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, type Shape, memberAtom, shapeOf } from './atom.ts'
import { equalValues } from './equal.ts'
import { LONG_LIST, PIECE, itemElement } from './items.ts'
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
export const compareValues = (atom: Atom, left: Json, right: Json): Comparison =>
  doneAtOnce(compareInPieces(atom, left, right))

/** Does what `compareValues` does: items of long lists come last, some at a time. [ER8] */
export function* compareInPieces(atom: Atom, left: Json, right: Json): Pieces<Comparison> {
  const walker = new Comparing()
  walker.compare(atom, left, right)
  yield* walker.compareLongLists()
  const { removed, modified, added } = walker
  return { removed, modified, added }
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
  private readonly longLists: LongList[] = []

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
    if (lefts.length + rights.length > LONG_LIST) this.longLists.push({ list, lefts, rights, path: [...this.path] })
    else this.compareShortLists(list, lefts, rights)
    return false
  }

  *compareLongLists(): Pieces<void> {
    for (let next = this.longLists.pop(); next !== undefined; next = this.longLists.pop()) {
      this.path = next.path
      yield* this.compareLongList(next)
    }
  }

  private compareShortLists(list: ListAtom, lefts: readonly Json[], rights: readonly Json[]): void {
    const [leftItems, rightItems] = [new Map<PathElement, Found>(), new Map<PathElement, Found>()]
    for (const [at, item] of lefts.entries()) addItem(leftItems, itemElement(list, item, at), item)
    for (const [at, item] of rights.entries()) addItem(rightItems, itemElement(list, item, at), item)
    for (const [element, item] of leftItems) this.compareItem(list.items, element, item, rightItems.get(element))
    for (const [element, item] of rightItems)
      if (!leftItems.has(element)) this.compareItem(list.items, element, undefined, item)
  }

  private *compareLongList({ list, lefts, rights }: LongList): Pieces<void> {
    const leftItems = yield* byElement(list, lefts)
    const rightItems = yield* byElement(list, rights)
    let count = 0
    for (const [element, item] of leftItems) {
      this.compareItem(list.items, element, item, rightItems.get(element))
      if (++count % PIECE === 0) yield
    }
    for (const [element, item] of rightItems) {
      if (!leftItems.has(element)) this.compareItem(list.items, element, undefined, item)
      if (++count % PIECE === 0) yield
    }
  }

  /** Compares items with the same identity; duplicates are compared as a whole. */
  private compareItem(atom: Atom, element: PathElement, left: Found | undefined, right: Found | undefined): void {
    this.path.push(element)
    if (left instanceof Doubled) {
      if (right instanceof Doubled) {
        if (!equalValues(left.items, right.items)) insertPath(this.modified, this.path)
      } else {
        if (right !== undefined) this.compare(atom, undefined, right)
        insertPath(this.removed, this.path)
      }
    } else if (right instanceof Doubled) {
      if (left !== undefined) this.compare(atom, left, undefined)
      insertPath(this.added, this.path)
    } else this.compare(atom, left, right)
    this.path.pop()
  }
}

/** A list that is compared after all else. */
interface LongList {
  readonly list: ListAtom
  readonly lefts: readonly Json[]
  readonly rights: readonly Json[]
  readonly path: PathElement[]
}

/** The items of a list that have one identity. */
class Doubled {
  readonly items: Json[]

  constructor(items: Json[]) {
    this.items = items
  }
}

type Found = Json | Doubled

const noMembers: JsonObject = {}

/** Returns the members of a map; `null` for an empty map or any other value. */
function membersOf(value: Json | undefined): JsonObject | null {
  if (!isObject(value)) return null
  for (const _name in value) return value
  return null
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function* byElement(list: ListAtom, items: readonly Json[]): Pieces<Map<PathElement, Found>> {
  const found = new Map<PathElement, Found>()
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % PIECE === 0) yield
    addItem(found, itemElement(list, item, at), item)
  }
  return found
}

function addItem(found: Map<PathElement, Found>, element: PathElement, item: Json): void {
  const same = found.get(element)
  if (same === undefined) found.set(element, item)
  else if (same instanceof Doubled) same.items.push(item)
  else found.set(element, new Doubled([same, item]))
}
