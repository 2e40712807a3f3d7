import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type Atom, type FieldAtom, deducedAtom } from './atom.ts'

/** Prefixes of the schema extensions: that of this project and that of the original. */
const prefixes = ['x-orch-', 'x-kubernetes-']

const text: Atom = { scalar: 'string' }

/**
 * Returns the merge schema of a custom resource, with the metadata schema of all objects. Without a schema all types
 * are deduced.
 */
export function atomOfCustomResource(schema: JsonObject, metadata: Atom): Atom {
  const { fields, values } = atomOfStructural(schema, metadata).map ?? {
    fields: new Map<string, FieldAtom>(),
    values: deducedAtom,
  }
  return { map: { fields: withTypeFields(fields, metadata), values, atomic: false } }
}

const withTypeFields = (fields: ReadonlyMap<string, FieldAtom>, metadata: Atom): ReadonlyMap<string, FieldAtom> =>
  new Map<string, FieldAtom>([
    ...fields,
    ['apiVersion', { atom: text }],
    ['kind', { atom: text }],
    ['metadata', { atom: metadata }],
  ])

/**
 * Returns the merge schema of the OpenAPI v3 schema of a custom resource; embedded resources have `metadata`. [SSA11]
 */
export function atomOfStructural(schema: JsonObject, metadata: Atom = deducedAtom): Atom {
  const preserves = extension(schema, 'preserve-unknown-fields') === true
  if (extension(schema, 'int-or-string') === true) return { scalar: 'untyped' }
  switch (schema.type) {
    case 'object':
      return objectAtom(schema, { preserves, metadata })
    case 'array':
      return arrayAtom(schema, metadata)
    case 'string':
      return { scalar: 'string' }
    case 'integer':
    case 'number':
      return { scalar: 'numeric' }
    case 'boolean':
      return { scalar: 'boolean' }
    default:
      return deducedAtom
  }
}

const extension = (schema: JsonObject, name: string): Json | undefined =>
  prefixes.map((prefix) => own(schema, prefix + name)).find((value) => value !== undefined)

interface ObjectCircumstances {
  readonly preserves: boolean
  readonly metadata: Atom
}

function objectAtom(schema: JsonObject, { preserves, metadata }: ObjectCircumstances): Atom {
  const { properties, additionalProperties } = schema
  const atomic = extension(schema, 'map-type') === 'atomic'
  const fields = new Map<string, FieldAtom>()
  for (const [name, field] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(field)) continue
    const fallback = own(field, 'default')
    fields.set(name, { atom: atomOfStructural(field, metadata), ...(fallback !== undefined && { default: fallback }) })
  }
  if (isObject(additionalProperties))
    return { map: { fields, values: atomOfStructural(additionalProperties, metadata), atomic } }
  const isOpen = preserves || additionalProperties === true || (fields.size === 0 && properties === undefined)
  const isResource = extension(schema, 'embedded-resource') === true
  const all = isResource ? withTypeFields(fields, metadata) : fields
  return { map: { fields: all, values: isOpen ? deducedAtom : null, atomic } }
}

function arrayAtom(schema: JsonObject, metadata: Atom): Atom {
  const listType = extension(schema, 'list-type')
  const keys = extension(schema, 'list-map-keys')
  return {
    list: {
      items: isObject(schema.items) ? atomOfStructural(schema.items, metadata) : deducedAtom,
      associative: listType === 'set' || listType === 'map',
      keys: listType === 'map' && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
    },
  }
}
