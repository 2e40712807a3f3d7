import { type FieldError, type FieldPath, child, duplicate, index, invalid, key } from '#api/field-error.ts'
import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { identityText } from '#api/repetitions.ts'
import {
  type StructuralSchema,
  additionalOf,
  extension,
  itemsOf,
  propertiesOf,
  textsOf,
} from '#server/structural/structural-schema.ts'

/** Reports duplicates in lists of type set and map. [CRD6] */
export function validateListTypes(schema: StructuralSchema, value: Json, path: FieldPath): readonly FieldError[] {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    const nested =
      items === null
        ? []
        : value.flatMap((item, at) => (mayHoldLists(item) ? validateListTypes(items, item, index(path, at)) : []))
    return [...repeatedItems(schema, value, path), ...nested]
  }
  if (!isObject(value)) return []
  const additional = additionalOf(schema)
  if (additional !== null && additional !== true)
    return Object.entries(value).flatMap(([name, each]) =>
      mayHoldLists(each) ? validateListTypes(additional, each, key(path, name)) : [],
    )
  return propertiesOf(schema).flatMap(([name, field]) => {
    const each = own(value, name)
    return each === undefined ? [] : validateListTypes(field, each, child(path, name))
  })
}

/** Scalars need no path. */
const mayHoldLists = (value: Json | undefined): value is JsonObject | Json[] =>
  typeof value === 'object' && value !== null

/** Reports repeated items. In a list of type map, only the first item that is not an object is reported. */
function repeatedItems(schema: StructuralSchema, value: readonly Json[], path: FieldPath): readonly FieldError[] {
  const type = extension(schema, 'list-type')
  if (type !== 'set' && type !== 'map') return []
  const stray = type === 'map' ? value.findIndex((item) => !isObject(item)) : -1
  if (stray >= 0)
    return [invalid(index(path, stray), value[stray] ?? null, 'must be an object for an array of list-type map')]
  const keys = textsOf(extension(schema, 'list-map-keys'))
  const seen = new Set<string>()
  const reported = new Set<string>()
  const errors: FieldError[] = []
  for (const [at, item] of value.entries()) {
    const identity = type === 'set' ? item : keysOf(item, keys)
    const text = identityText(identity)
    if (seen.has(text) && !reported.has(text)) {
      reported.add(text)
      errors.push(duplicate(index(path, at), identity))
    }
    seen.add(text)
  }
  return errors
}

function keysOf(item: Json, keys: readonly string[]): JsonObject {
  const found: JsonObject = {}
  for (const name of [...keys].toSorted()) {
    const value = isObject(item) ? own(item, name) : undefined
    if (value !== undefined) found[name] = value
  }
  return found
}
