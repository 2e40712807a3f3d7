import { type Json, type JsonObject, isObject, setOwn } from '#api/json.ts'
import { type Atom, deducedAtom, memberAtom, shapeOf } from './atom.ts'
import { itemElement } from './items.ts'
import { type FieldSet, isEmptySet, withPrefix } from '#server/merge/managed-fields/field-set.ts'
import { fieldElement } from '#server/merge/managed-fields/field-set-element.ts'

/** Returns `value` without the fields and items of `fields`. A value that loses all its fields becomes null. [SSA6] */
export function removeFields(atom: Atom, value: Json, fields: FieldSet): Json {
  const shape = shapeOf(atom, value)
  if (shape === 'scalar') return value
  if (shape === 'list') return Array.isArray(value) ? removeFromList(atom, value, fields) : null
  return isObject(value) ? removeFromMap(atom, value, fields) : null
}

function removeFromList({ list }: Atom, items: readonly Json[], fields: FieldSet): Json {
  if (list?.associative !== true) return null
  const kept: Json[] = []
  for (const [at, item] of items.entries()) {
    const below = withPrefix(fields, itemElement(list, item, at))
    if (below.member) continue
    kept.push(isEmptySet(below) ? item : removeFields(list.items, item, below))
  }
  return kept.length === 0 ? null : kept
}

function removeFromMap({ map }: Atom, value: { readonly [name: string]: Json | undefined }, fields: FieldSet): Json {
  if (map === undefined || map.atomic) return null
  const kept: JsonObject = {}
  for (const name of Object.keys(value)) {
    const below = withPrefix(fields, fieldElement(name))
    if (below.member) continue
    const member = value[name] ?? null
    setOwn(kept, name, isEmptySet(below) ? member : removeFields(memberAtom(map, name) ?? deducedAtom, member, below))
  }
  return Object.keys(kept).length === 0 ? null : kept
}
