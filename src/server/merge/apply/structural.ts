import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type Atom, type FieldAtom, deducedAtom } from './atom.ts'

/** Prefixes of the schema extensions: ours, and the ones that schemas written for the original have. */
const prefixes = ['x-orch-', 'x-kubernetes-']

const text: Atom = { scalar: 'string' }

/** The merge rules of a whole custom resource, whose metadata are those of every object. Without a schema all is deduced. */
export function atomOfCustomResource(schema: JsonObject, metadata: Atom): Atom {
  const { fields, values } = atomOfStructural(schema).map ?? {
    fields: new Map<string, FieldAtom>(),
    values: deducedAtom,
  }
  const all = new Map<string, FieldAtom>([
    ...fields,
    ['apiVersion', { atom: text }],
    ['kind', { atom: text }],
    ['metadata', { atom: metadata }],
  ])
  return { map: { fields: all, values, atomic: false } }
}

/** The merge rules of an OpenAPI v3 schema of a custom resource. "CustomResourceDefinitions" [SSA11] */
export function atomOfStructural(schema: JsonObject): Atom {
  const preserves = extension(schema, 'preserve-unknown-fields') === true
  if (extension(schema, 'int-or-string') === true) return { scalar: 'untyped' }
  switch (schema.type) {
    case 'object':
      return objectAtom(schema, preserves)
    case 'array':
      return arrayAtom(schema)
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

function objectAtom(schema: JsonObject, preserves: boolean): Atom {
  const { properties, additionalProperties } = schema
  const atomic = extension(schema, 'map-type') === 'atomic'
  const fields = new Map<string, FieldAtom>()
  for (const [name, field] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(field)) continue
    const fallback = own(field, 'default')
    fields.set(name, { atom: atomOfStructural(field), ...(fallback !== undefined && { default: fallback }) })
  }
  if (isObject(additionalProperties)) return { map: { fields, values: atomOfStructural(additionalProperties), atomic } }
  const isOpen = preserves || additionalProperties === true || (fields.size === 0 && properties === undefined)
  return { map: { fields, values: isOpen ? deducedAtom : null, atomic } }
}

function arrayAtom(schema: JsonObject): Atom {
  const listType = extension(schema, 'list-type')
  const keys = extension(schema, 'list-map-keys')
  return {
    list: {
      items: isObject(schema.items) ? atomOfStructural(schema.items) : deducedAtom,
      associative: listType === 'set' || listType === 'map',
      keys: listType === 'map' && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
    },
  }
}
