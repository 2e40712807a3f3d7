import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject, own, setOwn } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { ApplyTypeError } from './errors.ts'
import { LONG_LIST, PIECE, itemElement } from './items.ts'
import { type PathElement, elementText } from '#server/merge/managed-fields/field-set-element.ts'

/**
 * Merges `right` into `left`. `undefined` means absent, and at most one is absent; an empty result is `undefined` too.
 * The result shares parts of both. @throws ApplyTypeError
 */
export const mergeValues = (atom: Atom, left: Json | undefined, right: Json | undefined): Json | undefined =>
  new Merging(Number.POSITIVE_INFINITY).values(atom, left, right)

/** Does what `mergeValues` does: items of long lists come last, some at a time. [ER8] */
export function* mergeInPieces(atom: Atom, left: Json | undefined, right: Json | undefined): Pieces<Json | undefined> {
  const merging = new Merging(LONG_LIST)
  const merged = merging.values(atom, left, right)
  yield* merging.longLists()
  return merged
}

class Merging {
  private readonly longest: number
  private readonly waiting: ListMerge[] = []

  /** Lists with more than `longest` items wait for `longLists`. */
  constructor(longest: number) {
    this.longest = longest
  }

  values(atom: Atom, left: Json | undefined, right: Json | undefined): Json | undefined {
    const shape = right === undefined ? shapeOf(atom, left) : shapeOf(atom, right)
    if (shape === 'map' && atom.map !== undefined) return this.maps(atom.map, left, right)
    if (shape === 'list' && atom.list !== undefined) return this.lists(atom.list, left, right)
    return right === undefined ? left : right
  }

  *longLists(): Pieces<void> {
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) yield* next.runInPieces()
  }

  private maps(map: MapAtom, left: Json | undefined, right: Json | undefined): Json | undefined {
    const [lefts, rights] = [isObject(left) ? left : {}, isObject(right) ? right : {}]
    const isEmpty = Object.keys(lefts).length === 0 && Object.keys(rights).length === 0
    if (map.atomic || isEmpty) return right === undefined ? left : right
    const merged: JsonObject = {}
    for (const name of Object.keys(lefts))
      this.member(map, merged, { name, left: lefts[name], right: own(rights, name) })
    for (const name of Object.keys(rights))
      if (own(lefts, name) === undefined) this.member(map, merged, { name, left: undefined, right: rights[name] })
    return Object.keys(merged).length === 0 ? undefined : merged
  }

  private member(map: MapAtom, into: JsonObject, { name, left, right }: Member): void {
    if (left === undefined && right === undefined) return
    const atom = memberAtom(map, name)
    const value = atom === null ? (right === undefined ? left : right) : this.values(atom, left, right)
    if (value !== undefined) setOwn(into, name, value)
  }

  private lists(list: ListAtom, left: Json | undefined, right: Json | undefined): Json | undefined {
    const [lefts, rights] = [Array.isArray(left) ? left : [], Array.isArray(right) ? right : []]
    if (!list.associative || (lefts.length === 0 && rights.length === 0)) return right === undefined ? left : right
    const out: Json[] = []
    const merge = new ListMerge({ list, lefts, rights }, (...pair) => {
      const merged = this.values(list.items, ...pair)
      if (merged !== undefined) out.push(merged)
    })
    if (lefts.length + rights.length > this.longest) {
      // Each item of either list leaves an item, so that the list will not be empty.
      this.waiting.push(merge)
      return out
    }
    merge.run()
    return out.length === 0 ? undefined : out
  }
}

interface Member {
  readonly name: string
  readonly left: Json | undefined
  readonly right: Json | undefined
}

interface Lists {
  readonly list: ListAtom
  readonly lefts: readonly Json[]
  readonly rights: readonly Json[]
}

/**
 * Merges two associative lists: items of the right list in its order, items that are only in the left list at their
 * position.
 */
class ListMerge {
  private readonly lists: Lists
  private readonly add: (left: Json | undefined, right: Json | undefined) => void
  private leftElements: readonly PathElement[] = []
  private rightElements: readonly PathElement[] = []
  /** Duplicate items of the left list are recorded as null: they are dropped if the right list has the item. */
  private readonly leftItems = new Map<PathElement, Json>()
  private readonly rightItems = new Map<PathElement, Json>()
  /** Items of both lists in the order of the right list. Those before `sharedAt` were already passed. */
  private shared: readonly PathElement[] = []
  private sharedAt = 0
  private readonly done = new Set<PathElement>()
  private leftAt = 0
  private rightAt = 0

  /** `add` gets each pair of items in the order of the result. */
  constructor(lists: Lists, add: (left: Json | undefined, right: Json | undefined) => void) {
    this.lists = lists
    this.add = add
  }

  run(): void {
    const { list, lefts, rights } = this.lists
    this.rightElements = rights.map((item, at) => itemElement(list, item, at))
    this.leftElements = lefts.map((item, at) => itemElement(list, item, at))
    for (const at of rights.keys()) this.indexRight(at)
    for (const at of lefts.keys()) this.indexLeft(at)
    this.shared = this.sharedElements()
    while (this.hasMore()) this.step()
  }

  *runInPieces(): Pieces<void> {
    const { list, lefts, rights } = this.lists
    this.rightElements = yield* elementsOf(list, rights)
    this.leftElements = yield* elementsOf(list, lefts)
    for (const at of rights.keys()) {
      this.indexRight(at)
      if (at % PIECE === PIECE - 1) yield
    }
    for (const at of lefts.keys()) {
      this.indexLeft(at)
      if (at % PIECE === PIECE - 1) yield
    }
    this.shared = this.sharedElements()
    for (let steps = 1; this.hasMore(); steps++) {
      this.step()
      if (steps % PIECE === 0) yield
    }
  }

  private hasMore(): boolean {
    return this.leftAt < this.leftElements.length || this.rightAt < this.rightElements.length
  }

  private sharedElements(): readonly PathElement[] {
    return this.rightElements.filter((element) => this.leftItems.has(element))
  }

  private indexRight(at: number): void {
    const element = this.rightElements[at] ?? ''
    if (this.rightItems.has(element))
      throw new ApplyTypeError([{ path: '', message: `duplicate entries for key ${elementText(element)}` }])
    this.rightItems.set(element, this.lists.rights[at] ?? null)
  }

  private indexLeft(at: number): void {
    const element = this.leftElements[at] ?? ''
    this.leftItems.set(element, this.leftItems.has(element) ? null : (this.lists.lefts[at] ?? null))
  }

  private step(): void {
    const [left, right] = [this.leftElements[this.leftAt], this.rightElements[this.rightAt]]
    if (left !== undefined && right !== undefined) {
      if (left === right) {
        this.merge(right)
        this.leftAt++
        this.rightAt++
        this.sharedAt++
        return
      }
      // The item follows later, in the order of the right list.
      if (this.rightItems.has(left) && this.sharedAt < this.shared.length && this.shared[this.sharedAt] !== left) {
        this.leftAt++
        return
      }
    }
    if (left !== undefined) {
      if (!this.rightItems.has(left)) {
        this.add(this.lists.lefts[this.leftAt], undefined)
        this.leftAt++
        return
      }
      if (this.done.has(left)) this.leftAt++
    }
    if (right === undefined) return
    this.merge(right)
    this.rightAt++
    if (this.shared[this.sharedAt] === right) this.sharedAt++
  }

  private merge(element: PathElement): void {
    this.done.add(element)
    this.add(this.leftItems.get(element), this.rightItems.get(element))
  }
}

function* elementsOf(list: ListAtom, items: readonly Json[]): Pieces<readonly PathElement[]> {
  const elements: PathElement[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % PIECE === 0) yield
    elements.push(itemElement(list, item, at))
  }
  return elements
}
