import { type Json, isObject } from '#api/json.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { itemElement } from './items.ts'
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
  walk(atom, value, set)
  return set
}

function walk(atom: Atom, value: Json, node: FieldSetBuilder): void {
  const shape = shapeOf(atom, value)
  if (shape === 'map' && atom.map !== undefined) walkMap(atom.map, value, node)
  else if (shape === 'list' && atom.list !== undefined) walkList(atom.list, value, node)
  else node.member = true
}

function walkMap(map: MapAtom, value: Json, node: FieldSetBuilder): void {
  if (map.atomic) node.member = true
  else if (isObject(value)) for (const name of Object.keys(value)) walkMember(map, name, value[name], node)
}

function walkMember(map: MapAtom, name: string, value: Json | undefined, node: FieldSetBuilder): void {
  const atom = memberAtom(map, name)
  if (value === undefined || atom === null) return
  const below = buildFieldSet()
  walk(atom, value, below)
  if (value === null || (isObject(value) && isEmptyMap(value)) || !map.fields.has(name)) below.member = true
  attach(node, fieldElement(name), below)
}

function isEmptyMap(value: object): boolean {
  for (const _name in value) return false
  return true
}

function walkList(list: ListAtom, value: Json, node: FieldSetBuilder): void {
  if (!list.associative) {
    node.member = true
    return
  }
  if (!Array.isArray(value)) return
  const elements = value.map((item, at) => itemElement(list, item, at))
  const seen = new Set<PathElement>()
  const doubled = new Set(elements.filter((element) => seen.size === seen.add(element).size))
  for (const [at, element] of elements.entries()) {
    const below = buildFieldSet()
    below.member = true
    if (!doubled.has(element)) walk(list.items, value[at] ?? null, below)
    attach(node, element, below)
  }
}

function attach(node: FieldSetBuilder, element: PathElement, below: FieldSetBuilder): void {
  if (!below.member && isEmptySet(below)) return
  node.children ??= new Map()
  node.children.set(element, below)
}
