import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type StructuralSchema, isOn, itemsOf, propertyOf, typeFields } from './structural-schema.ts'

/**
 * Removes fields that the schema does not declare, in place. Returns the sorted paths of the removed fields:
 * `spec.foo`, `spec.list[0].bar`. [CRD3]
 */
export function prune(schema: StructuralSchema, value: JsonObject, isResource: boolean): readonly string[] {
  const gone: string[] = []
  pruneObject(isResource ? asResource(schema) : schema, value, { path: '', gone })
  return gone.toSorted()
}

interface Place {
  readonly path: string
  readonly gone: string[]
}

const asResource = (schema: StructuralSchema): StructuralSchema =>
  isOn(schema, 'embedded-resource') ? schema : { ...schema, 'x-orch-embedded-resource': true }

/** Prunes a value. A null schema declares nothing: all members of all objects are removed. */
function pruneValue(schema: StructuralSchema | null, value: Json, place: Place): void {
  if (Array.isArray(value)) {
    if (schema !== null && isOn(schema, 'preserve-unknown-fields') && itemsOf(schema) === null) return
    const items = schema === null ? null : itemsOf(schema)
    for (const [at, item] of value.entries()) pruneValue(items, item, { ...place, path: `${place.path}[${at}]` })
  } else if (isObject(value)) pruneObject(schema, value, place)
}

function pruneObject(schema: StructuralSchema | null, value: JsonObject, place: Place): void {
  const preserves = schema !== null && isOn(schema, 'preserve-unknown-fields')
  const isResource = schema !== null && isOn(schema, 'embedded-resource')
  for (const name of Object.keys(value)) {
    if (isResource && typeFields.has(name)) continue
    const declared = schema === null ? null : declaredMember(schema, name)
    if (declared !== null) {
      const member = own(value, name)
      // A path is a text of its own: there are none for scalars.
      if (declared !== 'anything' && typeof member === 'object' && member !== null)
        pruneValue(declared, member, { ...place, path: memberPath(place, name) })
    } else if (!preserves) {
      Reflect.deleteProperty(value, name)
      place.gone.push(memberPath(place, name))
    }
  }
}

const memberPath = ({ path }: Place, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Returns the schema of a member. `additionalProperties: false` keeps members too, because validation refuses them. */
function declaredMember(schema: StructuralSchema, name: string): StructuralSchema | 'anything' | null {
  const declared = propertyOf(schema, name)
  if (declared !== null) return declared
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'boolean') return 'anything'
  return isObject(additionalProperties) ? additionalProperties : null
}
