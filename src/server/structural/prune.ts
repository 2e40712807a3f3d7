import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { type StructuralSchema, additionalOf, isOn, itemsOf, propertyOf, typeFields } from './structural-schema.ts'

/**
 * Takes away what the schema does not declare, in place. The answer is the paths of what went, in the order of the
 * text: `spec.foo`, `spec.list[0].bar`. [CRD3]
 */
export function prune(schema: StructuralSchema, value: JsonObject, isResource: boolean): readonly string[] {
  const gone: string[] = []
  pruneObject(schema, value, { path: '', gone, isResource })
  return gone
}

interface Place {
  readonly path: string
  readonly gone: string[]
  readonly isResource: boolean
}

function pruneValue(schema: StructuralSchema, value: Json, place: Place): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items === null) return
    for (const [at, item] of value.entries()) pruneValue(items, item, inside(items, place, `${place.path}[${at}]`))
  } else if (isObject(value)) pruneObject(schema, value, place)
}

const inside = (schema: StructuralSchema, place: Place, path: string): Place => ({
  path,
  gone: place.gone,
  isResource: isOn(schema, 'embedded-resource'),
})

function pruneObject(schema: StructuralSchema, value: JsonObject, place: Place): void {
  const preserves = isOn(schema, 'preserve-unknown-fields')
  const additional = additionalOf(schema)
  for (const name of Object.keys(value)) {
    if (place.isResource && typeFields.has(name)) continue
    const path = place.path === '' ? name : `${place.path}.${name}`
    const declared = propertyOf(schema, name) ?? additional
    if (declared === null && !preserves) {
      Reflect.deleteProperty(value, name)
      place.gone.push(path)
    } else if (declared !== null && declared !== true) {
      pruneValue(declared, own(value, name) ?? null, inside(declared, place, path))
    }
  }
}
