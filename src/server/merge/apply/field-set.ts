import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, isObject } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { itemElement } from './items.ts'
import { LONG_LIST, PIECE } from './long.ts'
import {
  type FieldSet,
  type FieldSetBuilder,
  buildFieldSet,
  isEmptySet,
} from '#server/merge/managed-fields/field-set.ts'
import { type PathElement, fieldElement } from '#server/merge/managed-fields/field-set-element.ts'

/** Returns the set of all fields of a value, in the form in which a manager owns them. @throws ApplyTypeError */
export function toFieldSet(atom: Atom, value: Json): FieldSet {
  const set = buildFieldSet()
  new Walking(null).walk(atom, value, set)
  return set
}

/** Does what `toFieldSet` does for a large object: its long lists come last, some items at a time. [ER8] */
export function* toFieldSetInPieces(atom: Atom, value: Json): Pieces<FieldSet> {
  const set = buildFieldSet()
  const waiting: LongList[] = []
  const walker = new Walking(waiting)
  walker.walk(atom, value, set)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield
    yield* walker.walkLongList(next)
  }
  return set
}

/** An associative list that is walked after all else. */
interface LongList {
  readonly list: ListAtom
  readonly items: readonly Json[]
  readonly node: FieldSetBuilder
}

class Walking {
  /** Receives the long lists; null if all lists are walked at once. */
  private readonly waiting: LongList[] | null

  constructor(waiting: LongList[] | null) {
    this.waiting = waiting
  }

  walk(atom: Atom, value: Json, node: FieldSetBuilder): void {
    const shape = shapeOf(atom, value)
    if (shape === 'map' && atom.map !== undefined) this.walkMap(atom.map, value, node)
    else if (shape === 'list' && atom.list !== undefined) this.walkList(atom.list, value, node)
    else node.member = true
  }

  private walkMap(map: MapAtom, value: Json, node: FieldSetBuilder): void {
    if (map.atomic) node.member = true
    else if (isObject(value)) for (const name of Object.keys(value)) this.walkMember(map, name, value[name], node)
  }

  private walkMember(map: MapAtom, name: string, value: Json | undefined, node: FieldSetBuilder): void {
    const atom = memberAtom(map, name)
    if (value === undefined || atom === null) return
    const below = buildFieldSet()
    this.walk(atom, value, below)
    if (value === null || (isObject(value) && isEmptyMap(value)) || !map.fields.has(name)) below.member = true
    attach(node, fieldElement(name), below)
  }

  private walkList(list: ListAtom, value: Json, node: FieldSetBuilder): void {
    if (!list.associative) {
      node.member = true
      return
    }
    if (!Array.isArray(value)) return
    if (this.waiting !== null && value.length > LONG_LIST) {
      // One item is attached at once, because an empty node would be left out.
      attach(node, itemElement(list, value[0] ?? null, 0), { member: true, children: null })
      this.waiting.push({ list, items: value, node })
      return
    }
    const elements = value.map((item, at) => itemElement(list, item, at))
    const seen = new Set<PathElement>()
    const doubled = new Set(elements.filter((element) => seen.size === seen.add(element).size))
    for (const [at, element] of elements.entries()) {
      const item = doubled.has(element) ? undefined : (value[at] ?? null)
      this.walkItem(list, item, node, element)
    }
  }

  *walkLongList({ list, items, node }: LongList): Pieces<void> {
    const seen = new Set<PathElement>()
    const doubled = new Set<PathElement>()
    const elements: PathElement[] = []
    for (const [at, item] of items.entries()) {
      const element = itemElement(list, item, at)
      elements.push(element)
      if (seen.size === seen.add(element).size) doubled.add(element)
      if (at % PIECE === PIECE - 1) yield
    }
    for (const [at, element] of elements.entries()) {
      const item = doubled.has(element) ? undefined : (items[at] ?? null)
      this.walkItem(list, item, node, element)
      if (at % PIECE === PIECE - 1) yield
    }
  }

  /** Adds an item and its fields; the fields of a doubled one, whose `item` is absent, are left out. */
  private walkItem(list: ListAtom, item: Json | undefined, node: FieldSetBuilder, element: PathElement): void {
    const below = buildFieldSet()
    below.member = true
    if (item !== undefined) this.walk(list.items, item, below)
    attach(node, element, below)
  }
}

function isEmptyMap(value: object): boolean {
  for (const _name in value) return false
  return true
}

function attach(node: FieldSetBuilder, element: PathElement, below: FieldSetBuilder): void {
  if (!below.member && isEmptySet(below)) return
  node.children ??= new Map()
  node.children.set(element, below)
}
