import { type FieldError, child, forbidden, invalid, key, notSupported, required } from '#api/field-error.ts'
import { type Json, own } from '#api/json.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { type StructuralSchema, extension, itemsOf, propertyOf, textsOf } from '#server/structural/structural-schema.ts'

const listTypes = ['atomic', 'set', 'map']

/** Validates x-orch-list-type, x-orch-list-map-keys and x-orch-map-type. [CRD6] */
export function listTypeErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const [listType, mapType] = [extension(schema, 'list-type'), extension(schema, 'map-type')]
  if (mapType !== undefined) {
    errors.push(...typeRule(schema, path, 'object', 'map'))
    if (mapType !== 'atomic' && mapType !== 'granular')
      errors.push(notSupported(child(path, 'x-orch-map-type'), mapType, ['atomic', 'granular']))
  }
  if (listType !== undefined) {
    const wrong = typeRule(schema, path, 'array', 'list')
    errors.push(...wrong)
    if (wrong.length === 0 && listType === 'set') errors.push(...setErrors(schema, path))
    if (!listTypes.includes(String(listType)))
      errors.push(notSupported(child(path, 'x-orch-list-type'), listType, listTypes))
  }
  if (listType === 'map') errors.push(...mapErrors(schema, path))
  else errors.push(...strayKeys(schema, path, listType))
  return listType === 'set' || listType === 'map' ? [...errors, ...itemErrors(schema, path, listType)] : errors
}

function typeRule(schema: StructuralSchema, path: string, type: string, of: string): readonly FieldError[] {
  if (schema.type === type) return []
  const text = `must be ${type} if x-orch-${of}-type is specified`
  const here = child(path, 'type')
  return [
    typeof schema.type === 'string' && schema.type !== '' ? invalid(here, schema.type, text) : required(here, text),
  ]
}

function strayKeys(schema: StructuralSchema, path: string, listType: Json | undefined): readonly FieldError[] {
  if (textsOf(extension(schema, 'list-map-keys')).length === 0) return []
  const here = child(path, 'x-orch-list-type')
  const text = 'must be map if x-orch-list-map-keys is non-empty'
  return [listType === undefined ? required(here, text) : invalid(here, listType, text)]
}

function mapErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  const keys = [...textsOf(extension(schema, 'list-map-keys'))]
  const items = itemsOf(schema)
  const errors: FieldError[] = []
  if (keys.length === 0)
    errors.push(required(child(path, 'x-orch-list-map-keys'), 'must not be empty if x-orch-list-type is map'))
  const inItems = child(path, 'items')
  if (items === null) return [...errors, required(inItems, 'must have a schema if x-orch-list-type is map')]
  if (items.type !== 'object')
    return [
      ...errors,
      invalid(child(inItems, 'type'), items.type ?? '', "must be object if parent array's x-orch-list-type is map"),
    ]
  const repeated = repetitionsIn(keys)
  return [...errors, ...keys.flatMap((name, at) => keyErrors({ keys, items, path }, name, repeated.has(at)))]
}

function keyErrors(
  { keys, items, path }: { readonly keys: string[]; readonly items: StructuralSchema; readonly path: string },
  name: string,
  isRepeated: boolean,
): readonly FieldError[] {
  const here = child(path, 'x-orch-list-map-keys')
  const field = propertyOf(items, name)
  const errors: FieldError[] = []
  if (field === null) errors.push(invalid(here, keys, 'entries must all be names of item properties'))
  else if (field.type === 'object' || field.type === 'array')
    errors.push(
      invalid(
        child(key(child(path, 'items', 'properties'), name), 'type'),
        // The reference reports the type of the item.
        'object',
        "must be a scalar type if parent array's x-orch-list-type is map",
      ),
    )
  if (isRepeated) errors.push(invalid(here, keys, 'must not contain duplicate entries'))
  return errors
}

/** Items of sets and maps must not be nullable; keys of maps must be required or have a default, and not be nullable. */
function itemErrors(schema: StructuralSchema, path: string, listType: 'set' | 'map'): readonly FieldError[] {
  const items = itemsOf(schema)
  if (items === null) return []
  const inItems = child(path, 'items')
  const whole =
    items.nullable === true
      ? [forbidden(child(inItems, 'nullable'), `cannot be nullable when x-orch-list-type is ${listType}`)]
      : []
  if (listType === 'set') return whole
  const always = textsOf(items.required)
  return [
    ...whole,
    ...textsOf(extension(schema, 'list-map-keys')).flatMap((name) => {
      const field = propertyOf(items, name)
      if (field === null) return []
      const here = key(child(inItems, 'properties'), name)
      const subject = 'this property is in x-orch-list-map-keys, so it'
      return [
        ...(always.includes(name) || own(field, 'default') !== undefined
          ? []
          : [required(child(here, 'default'), `${subject} must have a default or be a required property`)]),
        ...(field.nullable === true ? [forbidden(child(here, 'nullable'), `${subject} cannot be nullable`)] : []),
      ]
    }),
  ]
}

function setErrors(schema: StructuralSchema, path: string): readonly FieldError[] {
  const items = itemsOf(schema)
  const text = 'must be atomic as item of a list with x-orch-list-type=set'
  const type = items?.type === 'object' ? 'map-type' : items?.type === 'array' ? 'list-type' : null
  if (items === null || type === null) return []
  const found = extension(items, type)
  const isAtomic = found === 'atomic' || (type === 'list-type' && found === undefined)
  // The reference reports the list type in either case.
  const shown = extension(items, 'list-type') ?? null
  return isAtomic ? [] : [invalid(child(path, 'items', `x-orch-${type}`), shown, text)]
}
