import type { Json } from '#api/json.ts'
import type { ListSchema, MapSchema, ScalarSchema, Schema, StructField, StructSchema } from '#schema/schema.ts'
import { scalarZero } from '#schema/zero-value.ts'
import { type Atom, type FieldAtom, type ListAtom, type MapAtom, opaqueAtom } from './atom.ts'

const atoms = new WeakMap<Schema, Atom>()
const fieldsOf = new WeakMap<StructSchema['fields'], ReadonlyMap<string, FieldAtom>>()

/** Returns the merge schema of a schema; cached. */
export function atomOfSchema(schema: Schema): Atom {
  const cached = atoms.get(schema)
  if (cached !== undefined) return cached
  if (schema.type === 'scalar') return remember(schema, scalarAtom(schema))
  // Types may be recursive: the atom is registered before its parts exist.
  const atom: { list?: ListAtom; map?: MapAtom } = {}
  atoms.set(schema, atom)
  if (schema.type === 'list') atom.list = listAtom(schema)
  else atom.map = mapAtom(schema)
  return atom
}

function remember(schema: Schema, atom: Atom): Atom {
  atoms.set(schema, atom)
  return atom
}

function scalarAtom({ scalar }: ScalarSchema): Atom {
  switch (scalar) {
    case 'boolean':
      return { scalar: 'boolean' }
    case 'int32':
    case 'int64':
    case 'float64':
      return { scalar: 'numeric' }
    case 'Quantity':
    case 'Time':
    case 'MicroTime':
      return { scalar: 'untyped' }
    // The published schema has no type for it: any value merges, and wrong ones are refused when the result is decoded.
    case 'IntOrString':
    case 'RawExtension':
    case 'FieldsV1':
    case 'any':
      return opaqueAtom
    default:
      return { scalar: 'string' }
  }
}

const listAtom = ({ items, listType, listMapKeys }: ListSchema): ListAtom => ({
  items: atomOfSchema(items),
  associative: listType === 'set' || listType === 'map',
  keys: listType === 'map' ? (listMapKeys ?? []) : [],
})

function mapAtom(schema: MapSchema | StructSchema): MapAtom {
  const atomic = schema.mapType === 'atomic'
  if (schema.type === 'map') return { fields: new Map(), values: atomOfSchema(schema.values), atomic }
  return { fields: structFields(schema), values: null, atomic }
}

function structFields({ fields }: StructSchema): ReadonlyMap<string, FieldAtom> {
  const cached = fieldsOf.get(fields)
  if (cached !== undefined) return cached
  const made = new Map<string, FieldAtom>()
  fieldsOf.set(fields, made)
  for (const field of fields.values()) made.set(field.name, { atom: atomOfSchema(field.schema), ...keyDefault(field) })
  return made
}

/** Returns the zero value as the default of a list key that is always encoded, as published schemas do. */
function keyDefault({ schema, pointer, omitEmpty, default: given }: StructField): { default?: Json } {
  if (given !== undefined) return { default: given }
  if (schema.type !== 'scalar' || pointer || omitEmpty) return {}
  const zero = scalarZero(schema.scalar)
  return zero === null ? {} : { default: zero }
}
