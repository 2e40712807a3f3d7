import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject, own, setOwn } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { ApplyTypeError } from './errors.ts'
import { itemElement } from './items.ts'
import { LONG_LIST, PIECE } from './long.ts'
import { type PathElement, elementText } from '#server/merge/managed-fields/field-set-element.ts'

/**
 * Merges `right` into `left`. `undefined` means absent, and at most one is absent; an empty result is `undefined` too.
 * The result shares parts of both. @throws ApplyTypeError
 */
export const mergeValues = (atom: Atom, left: Json | undefined, right: Json | undefined): Json | undefined =>
  new Merging(null).values(atom, left, right)

/** Does what `mergeValues` does for a large object: its long lists come last, some items at a time. [ER8] */
export function* mergeInPieces(atom: Atom, left: Json | undefined, right: Json | undefined): Pieces<Json | undefined> {
  const waiting: ListMerge[] = []
  const merged = new Merging(waiting).values(atom, left, right)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield
    yield* next.runInPieces()
  }
  return merged
}

class Merging {
  /** Receives the long lists; null if all lists are merged at once. */
  private readonly waiting: ListMerge[] | null

  constructor(waiting: ListMerge[] | null) {
    this.waiting = waiting
  }

  values(atom: Atom, left: Json | undefined, right: Json | undefined): Json | undefined {
    const shape = right === undefined ? shapeOf(atom, left) : shapeOf(atom, right)
    if (shape === 'map' && atom.map !== undefined) return this.maps(atom.map, left, right)
    if (shape === 'list' && atom.list !== undefined) return this.lists(atom.list, left, right)
    return right === undefined ? left : right
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
    const merge = new ListMerge(list, lefts, rights, this)
    if (this.waiting !== null && lefts.length + rights.length > LONG_LIST) {
      // Each item of either list leaves one, so that the list will not be empty.
      this.waiting.push(merge)
      return merge.out
    }
    merge.run()
    return merge.out.length === 0 ? undefined : merge.out
  }
}

interface Member {
  readonly name: string
  readonly left: Json | undefined
  readonly right: Json | undefined
}

/**
 * Merges two associative lists: items of the right list in its order, items that are only in the left list at their
 * position.
 */
class ListMerge {
  /** The result. */
  readonly out: Json[] = []
  private readonly list: ListAtom
  private readonly lefts: readonly Json[]
  private readonly rights: readonly Json[]
  private readonly merging: Merging
  private readonly leftElements: PathElement[] = []
  private readonly rightElements: PathElement[] = []
  /** Duplicate items of the left list are recorded as null: they are dropped if the right list has the item. */
  private readonly leftItems = new Map<PathElement, Json>()
  private readonly rightItems = new Map<PathElement, Json>()
  /** Items of both lists in the order of the right list. Those before `sharedAt` were already passed. */
  private shared: readonly PathElement[] = []
  private sharedAt = 0
  private readonly done = new Set<PathElement>()
  private leftAt = 0
  private rightAt = 0

  constructor(list: ListAtom, lefts: readonly Json[], rights: readonly Json[], merging: Merging) {
    this.list = list
    this.lefts = lefts
    this.rights = rights
    this.merging = merging
  }

  run(): void {
    for (const [at, item] of this.rights.entries()) this.rightElements.push(itemElement(this.list, item, at))
    for (const [at, item] of this.lefts.entries()) this.indexLeft(item, at)
    for (const [at, item] of this.rights.entries()) this.indexRight(item, at)
    this.share()
    while (this.hasMore()) this.step()
  }

  *runInPieces(): Pieces<void> {
    for (const [at, item] of this.rights.entries()) {
      this.rightElements.push(itemElement(this.list, item, at))
      if (at % PIECE === PIECE - 1) yield
    }
    for (const [at, item] of this.lefts.entries()) {
      this.indexLeft(item, at)
      if (at % PIECE === PIECE - 1) yield
    }
    for (const [at, item] of this.rights.entries()) {
      this.indexRight(item, at)
      if (at % PIECE === PIECE - 1) yield
    }
    this.share()
    for (let steps = 1; this.hasMore(); steps++) {
      this.step()
      if (steps % PIECE === 0) yield
    }
  }

  private hasMore(): boolean {
    return this.leftAt < this.leftElements.length || this.rightAt < this.rightElements.length
  }

  private indexLeft(item: Json, at: number): void {
    const element = itemElement(this.list, item, at)
    this.leftElements.push(element)
    this.leftItems.set(element, this.leftItems.has(element) ? null : item)
  }

  private indexRight(item: Json, at: number): void {
    const element = this.rightElements[at] ?? ''
    if (this.rightItems.has(element))
      throw new ApplyTypeError([{ path: '', message: `duplicate entries for key ${elementText(element)}` }])
    this.rightItems.set(element, item)
  }

  private share(): void {
    this.shared = this.rightElements.filter((element) => this.leftItems.has(element))
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
        this.add(this.lefts[this.leftAt], undefined)
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

  private add(left: Json | undefined, right: Json | undefined): void {
    const merged = this.merging.values(this.list.items, left, right)
    if (merged !== undefined) this.out.push(merged)
  }
}
