import { type Json, type JsonObject, isObject, own, setOwn } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { ApplyTypeError } from './errors.ts'
import { itemElement } from './items.ts'
import { type PathElement, elementText } from '#server/merge/managed-fields/field-set-element.ts'

/**
 * Merges `right` into `left`. `undefined` means absent, and at most one is absent; an empty result is `undefined` too.
 * The result shares parts of both. @throws ApplyTypeError
 */
export function mergeValues(atom: Atom, left: Json | undefined, right: Json | undefined): Json | undefined {
  const shape = right === undefined ? shapeOf(atom, left) : shapeOf(atom, right)
  if (shape === 'map' && atom.map !== undefined) return mergeMaps(atom.map, left, right)
  if (shape === 'list' && atom.list !== undefined) return mergeLists(atom.list, left, right)
  return right === undefined ? left : right
}

function mergeMaps(map: MapAtom, left: Json | undefined, right: Json | undefined): Json | undefined {
  const [lefts, rights] = [isObject(left) ? left : {}, isObject(right) ? right : {}]
  const isEmpty = Object.keys(lefts).length === 0 && Object.keys(rights).length === 0
  if (map.atomic || isEmpty) return right === undefined ? left : right
  const merged: JsonObject = {}
  for (const name of Object.keys(lefts)) mergeMember(map, merged, { name, left: lefts[name], right: own(rights, name) })
  for (const name of Object.keys(rights))
    if (own(lefts, name) === undefined) mergeMember(map, merged, { name, left: undefined, right: rights[name] })
  return Object.keys(merged).length === 0 ? undefined : merged
}

interface Member {
  readonly name: string
  readonly left: Json | undefined
  readonly right: Json | undefined
}

function mergeMember(map: MapAtom, into: JsonObject, { name, left, right }: Member): void {
  if (left === undefined && right === undefined) return
  const atom = memberAtom(map, name)
  const value = atom === null ? (right === undefined ? left : right) : mergeValues(atom, left, right)
  if (value !== undefined) setOwn(into, name, value)
}

function mergeLists(list: ListAtom, left: Json | undefined, right: Json | undefined): Json | undefined {
  const [lefts, rights] = [Array.isArray(left) ? left : [], Array.isArray(right) ? right : []]
  if (!list.associative || (lefts.length === 0 && rights.length === 0)) return right === undefined ? left : right
  const merged = new ListMerge(list, lefts, rights).run()
  return merged.length === 0 ? undefined : merged
}

/**
 * Merges two associative lists: items of the right list in its order, items that are only in the left list at their
 * position.
 */
class ListMerge {
  private readonly list: ListAtom
  private readonly lefts: readonly Json[]
  private readonly leftElements: readonly PathElement[]
  private readonly rightElements: readonly PathElement[]
  /** Duplicate items of the left list are recorded as null: they are dropped if the right list has the item. */
  private readonly leftItems: ReadonlyMap<PathElement, Json>
  private readonly rightItems: ReadonlyMap<PathElement, Json>
  /** Items of both lists in the order of the right list, without those that were already passed. */
  private readonly shared: PathElement[]
  private readonly done = new Set<PathElement>()
  private readonly out: Json[] = []
  private leftAt = 0
  private rightAt = 0

  constructor(list: ListAtom, lefts: readonly Json[], rights: readonly Json[]) {
    this.list = list
    this.lefts = lefts
    this.rightElements = rights.map((item, at) => itemElement(list, item, at))
    this.leftElements = lefts.map((item, at) => itemElement(list, item, at))
    this.rightItems = indexItems(this.rightElements, rights, false)
    this.leftItems = indexItems(this.leftElements, lefts, true)
    this.shared = this.rightElements.filter((element) => this.leftItems.has(element))
  }

  run(): Json[] {
    while (this.leftAt < this.leftElements.length || this.rightAt < this.rightElements.length) this.step()
    return this.out
  }

  private step(): void {
    const [left, right] = [this.leftElements[this.leftAt], this.rightElements[this.rightAt]]
    if (left !== undefined && right !== undefined) {
      if (left === right) {
        this.merge(right)
        this.leftAt++
        this.rightAt++
        this.shared.shift()
        return
      }
      // The item follows later, in the order of the right list.
      if (this.rightItems.has(left) && this.shared.length > 0 && this.shared[0] !== left) {
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
    if (this.shared[0] === right) this.shared.shift()
  }

  private merge(element: PathElement): void {
    this.done.add(element)
    this.add(this.leftItems.get(element), this.rightItems.get(element))
  }

  private add(left: Json | undefined, right: Json | undefined): void {
    const merged = mergeValues(this.list.items, left, right)
    if (merged !== undefined) this.out.push(merged)
  }
}

function indexItems(
  elements: readonly PathElement[],
  items: readonly Json[],
  mayDouble: boolean,
): ReadonlyMap<PathElement, Json> {
  const found = new Map<PathElement, Json>()
  for (const [at, element] of elements.entries()) {
    const isDoubled = found.has(element)
    if (isDoubled && !mayDouble)
      throw new ApplyTypeError([{ path: '', message: `duplicate entries for key ${elementText(element)}` }])
    found.set(element, isDoubled ? null : (items[at] ?? null))
  }
  return found
}
