import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type Json, isObject } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { LONG_LIST, PIECE, itemElement } from './items.ts'
import {
  type FieldSet,
  type FieldSetBuilder,
  buildFieldSet,
  isEmptySet,
} from '#server/merge/managed-fields/field-set.ts'
import { type PathElement, fieldElement } from '#server/merge/managed-fields/field-set-element.ts'

/** Returns the set of all fields of a value, in the form in which a manager owns them. @throws ApplyTypeError */
export const toFieldSet = (atom: Atom, value: Json): FieldSet => doneAtOnce(toFieldSetInPieces(atom, value))

/** Does what `toFieldSet` does: items of long lists come last, some at a time. [ER8] */
export function* toFieldSetInPieces(atom: Atom, value: Json): Pieces<FieldSet> {
  const set = buildFieldSet()
  const walker = new Walking()
  walker.walk(atom, value, set)
  yield* walker.walkLongLists()
  return set
}

/** An associative list that is walked after all else. */
interface LongList {
  readonly list: ListAtom
  readonly items: readonly Json[]
  readonly node: FieldSetBuilder
}

interface Item {
  readonly list: ListAtom
  readonly item: Json
  readonly node: FieldSetBuilder
  readonly element: PathElement
}

class Walking {
  private readonly longLists: LongList[] = []

  walk(atom: Atom, value: Json, node: FieldSetBuilder): void {
    const shape = shapeOf(atom, value)
    if (shape === 'map' && atom.map !== undefined) this.walkMap(atom.map, value, node)
    else if (shape === 'list' && atom.list !== undefined) this.walkList(atom.list, value, node)
    else node.member = true
  }

  *walkLongLists(): Pieces<void> {
    for (let next = this.longLists.pop(); next !== undefined; next = this.longLists.pop())
      yield* this.walkLongList(next)
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
    if (value.length <= LONG_LIST) {
      this.walkShortList(list, value, node)
      return
    }
    // The node is not empty, so that it is attached at once.
    attach(node, itemElement(list, value[0] ?? null, 0), { member: true, children: null })
    this.longLists.push({ list, items: value, node })
  }

  private walkShortList(list: ListAtom, items: readonly Json[], node: FieldSetBuilder): void {
    const elements = items.map((item, at) => itemElement(list, item, at))
    const seen = new Set<PathElement>()
    const doubled = new Set(elements.filter((element) => seen.size === seen.add(element).size))
    for (const [at, element] of elements.entries())
      this.walkItem({ list, item: items[at] ?? null, node, element }, doubled)
  }

  private *walkLongList({ list, items, node }: LongList): Pieces<void> {
    const seen = new Set<PathElement>()
    const doubled = new Set<PathElement>()
    const elements: PathElement[] = []
    for (const [at, item] of items.entries()) {
      if (at > 0 && at % PIECE === 0) yield
      const element = itemElement(list, item, at)
      elements.push(element)
      if (seen.size === seen.add(element).size) doubled.add(element)
    }
    for (const [at, element] of elements.entries()) {
      if (at > 0 && at % PIECE === 0) yield
      this.walkItem({ list, item: items[at] ?? null, node, element }, doubled)
    }
  }

  private walkItem({ list, item, node, element }: Item, doubled: ReadonlySet<PathElement>): void {
    const below = buildFieldSet()
    below.member = true
    if (!doubled.has(element)) this.walk(list.items, item, below)
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
