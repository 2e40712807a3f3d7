import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type StructuralSchema, isOn, itemsOf, propertyOf, typeFields } from './structural-schema.ts'

/**
 * Removes fields that the schema does not declare, in place. Returns the sorted paths of the removed fields:
 * `spec.foo`, `spec.list[0].bar`. [CRD3]
 */
export function prune(schema: StructuralSchema, value: JsonObject, isResource: boolean): readonly string[] {
  const gone: string[] = []
  pruneObject(isResource ? asResource(schema) : schema, value, { around: null, step: '', gone })
  return gone.toSorted()
}

/** The place of a value. Its path is written only for fields that are removed. */
interface Place {
  readonly around: Place | null
  /** The name or index in the value around. */
  readonly step: string | number
  readonly gone: string[]
}

function pathOf({ around, step }: Place): string {
  if (around === null) return ''
  const path = pathOf(around)
  if (typeof step === 'number') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}

const asResource = (schema: StructuralSchema): StructuralSchema =>
  isOn(schema, 'embedded-resource') ? schema : { ...schema, 'x-orch-embedded-resource': true }

/** Prunes a value. A null schema declares nothing: all members of all objects are removed. */
function pruneValue(schema: StructuralSchema | null, value: Json, place: Place): void {
  if (Array.isArray(value)) {
    if (schema !== null && isOn(schema, 'preserve-unknown-fields') && itemsOf(schema) === null) return
    const items = schema === null ? null : itemsOf(schema)
    for (const [step, item] of value.entries())
      if (typeof item === 'object' && item !== null) pruneValue(items, item, { around: place, step, gone: place.gone })
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
      if (declared !== 'anything' && typeof member === 'object' && member !== null)
        pruneValue(declared, member, { around: place, step: name, gone: place.gone })
    } else if (!preserves) {
      Reflect.deleteProperty(value, name)
      place.gone.push(pathOf({ around: place, step: name, gone: place.gone }))
    }
  }
}

/** Returns the schema of a member. `additionalProperties: false` keeps members too, because validation refuses them. */
function declaredMember(schema: StructuralSchema, name: string): StructuralSchema | 'anything' | null {
  const declared = propertyOf(schema, name)
  if (declared !== null) return declared
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'boolean') return 'anything'
  return isObject(additionalProperties) ? additionalProperties : null
}
