import { printExactJson } from '#api/exact-json.ts'
import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  index,
  invalid,
  required,
  typeInvalid,
} from '#api/field-error.ts'
import { type Json, type JsonObject, deepEqual, emptyObject, isObject, own } from '#api/json.ts'
import { isOfFormat } from './formats.ts'
import { matchesPattern } from './patterns.ts'
import {
  type StructuralSchema,
  additionalOf,
  isOn,
  itemsOf,
  propertiesOf,
  propertyOf,
  schemasOf,
  textsOf,
} from './structural-schema.ts'

/** A value under test, where it stands, and what stood there before an update. */
interface Spot {
  readonly value: Json
  /** In the object: for the cause's field. */
  readonly path: FieldPath
  /** As messages of the validator say it: a part may be validated for itself. */
  readonly said: string
  readonly old?: Json | undefined
}

/**
 * What a schema has against a value, in the reference's words. What an update leaves as it was is not judged again.
 * `path` is where the value stands in the object, `said` how messages name it. [CRD5]
 */
export function validateValue(schema: StructuralSchema, spot: Spot): readonly FieldError[] {
  const { value, old } = spot
  if (old !== undefined && deepEqual(old, value)) return []
  if (value === null && schema.nullable === true) return []
  const wrong = typeError(schema, spot)
  if (wrong !== null) return [wrong]
  return [
    ...compositionErrors(schema, spot),
    ...enumErrors(schema, spot),
    ...(typeof value === 'string' ? textErrors(schema, spot, value) : []),
    ...(typeof value === 'number' || typeof value === 'bigint' ? numberErrors(schema, spot, value) : []),
    ...(Array.isArray(value) ? listErrors(schema, spot, value) : []),
    ...(isObject(value) ? objectErrors(schema, spot, value) : []),
  ]
}

const says = ({ said }: Spot, what: string): string => `${said} in body ${what}`

function jsonTypeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return typeof value
}

function typeError(schema: StructuralSchema, spot: Spot): FieldError | null {
  const types = isOn(schema, 'int-or-string')
    ? ['integer', 'string']
    : schema.type === undefined || schema.type === ''
      ? []
      : [String(schema.type)]
  const found = jsonTypeOf(spot.value)
  if (types.length === 0 || types.includes(found) || (found === 'integer' && types.includes('number')))
    return formatError(schema, spot)
  return typeInvalid(spot.path, found, says(spot, `must be of type ${types.join(',')}: ${JSON.stringify(found)}`))
}

function formatError(schema: StructuralSchema, spot: Spot): FieldError | null {
  const { value } = spot
  if (typeof value !== 'string' || typeof schema.format !== 'string' || isOfFormat(schema.format, value)) return null
  return typeInvalid(spot.path, value, says(spot, `must be of type ${schema.format}: ${JSON.stringify(value)}`))
}

function compositionErrors(schema: StructuralSchema, spot: Spot): readonly FieldError[] {
  const errors: FieldError[] = []
  const passes = (each: StructuralSchema): boolean => validateValue(each, { ...spot, old: undefined }).length === 0
  const fail = (text: string): FieldError => invalid(spot.path, shownValue(spot.value), text)
  const [anyOf, oneOf, allOf] = [schemasOf(schema.anyOf), schemasOf(schema.oneOf), schemasOf(schema.allOf)]
  if (anyOf.length > 0 && !anyOf.some(passes)) {
    errors.push(fail(says(spot, 'must validate at least one schema (anyOf)')), ...closest(anyOf, spot))
  }
  if (oneOf.length > 0) {
    const count = oneOf.filter(passes).length
    const found = count === 0 ? 'Found none valid' : `Found ${count} valid alternatives`
    if (count !== 1) errors.push(fail(says(spot, `must validate one and only one schema (oneOf). ${found}`)))
    if (count === 0) errors.push(...closest(oneOf, spot))
  }
  const failing = allOf.flatMap((each) => validateValue(each, spot))
  errors.push(...failing)
  if (failing.length > 0 || allOf.some((each) => !passes(each)))
    errors.push(fail(says(spot, 'must validate all the schemas (allOf)')))
  if (isObject(schema.not) && passes(schema.not)) errors.push(fail(says(spot, 'must not validate the schema (not)')))
  return errors
}

/** The complaints of the alternative that has fewest. */
function closest(alternatives: readonly StructuralSchema[], spot: Spot): readonly FieldError[] {
  const all = alternatives.map((each) => validateValue(each, { ...spot, old: undefined }))
  return all.reduce((best, each) => (each.length < best.length ? each : best))
}

/** Composite values are told by their whole text. */
const shownValue = (value: Json): Json => value

function enumErrors(schema: StructuralSchema, { value, path }: Spot): readonly FieldError[] {
  if (!Array.isArray(schema.enum) || schema.enum.length === 0) return []
  if (schema.enum.some((each) => deepEqual(each, value))) return []
  const supported = schema.enum.map((each) => (typeof each === 'string' ? each : printExactJson(each)))
  return [
    {
      type: 'FieldValueNotSupported',
      field: path,
      badValue: value,
      detail: `supported values: ${supported.map((text) => JSON.stringify(text)).join(', ')}`,
    },
  ]
}

const limit = (schema: StructuralSchema, name: string): number | bigint | undefined => {
  const value = own(schema, name)
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

function textErrors(schema: StructuralSchema, spot: Spot, value: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const length = Array.from(value).length
  const [max, min] = [limit(schema, 'maxLength'), limit(schema, 'minLength')]
  if (max !== undefined && length > max)
    errors.push({
      type: 'FieldValueTooLong',
      field: spot.path,
      detail: `may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`,
    })
  if (min !== undefined && length < min)
    errors.push(invalid(spot.path, value, says(spot, `should be at least ${min} chars long`)))
  const { pattern } = schema
  if (typeof pattern === 'string' && pattern !== '' && !matchesPattern(pattern, value))
    errors.push(invalid(spot.path, value, says(spot, `should match '${pattern}'`)))
  return errors
}

function numberErrors(schema: StructuralSchema, spot: Spot, value: number | bigint): readonly FieldError[] {
  const errors: FieldError[] = []
  const fail = (what: string): number => errors.push(invalid(spot.path, value, says(spot, what)))
  const [step, max, min] = [limit(schema, 'multipleOf'), limit(schema, 'maximum'), limit(schema, 'minimum')]
  if (step !== undefined && step > 0 && !isMultiple(value, step)) fail(`should be a multiple of ${step}`)
  if (max !== undefined) {
    if (schema.exclusiveMaximum === true && value >= max) fail(`should be less than ${max}`)
    else if (value > max) fail(`should be less than or equal to ${max}`)
  }
  if (min !== undefined) {
    if (schema.exclusiveMinimum === true && value <= min) fail(`should be greater than ${min}`)
    else if (value < min) fail(`should be greater than or equal to ${min}`)
  }
  return errors
}

/** As the reference counts: the quotient is whole. */
function isMultiple(value: number | bigint, step: number | bigint): boolean {
  if (typeof value === 'bigint' && (typeof step === 'bigint' || Number.isInteger(step)))
    return value % BigInt(step) === 0n
  const [number, factor] = [Number(value), Number(step)]
  return Number.isInteger(factor < 1 ? (1 / factor) * number : number / factor)
}

function countErrors(
  schema: StructuralSchema,
  spot: Spot,
  count: number,
  of: 'Items' | 'Properties',
): readonly FieldError[] {
  const [max, min] = [limit(schema, `max${of}`), limit(schema, `min${of}`)]
  const errors: FieldError[] = []
  if (min !== undefined && count < min)
    errors.push(invalid(spot.path, count, says(spot, `should have at least ${min} ${of.toLowerCase()}`)))
  if (max !== undefined && count > max)
    errors.push({
      type: 'FieldValueTooMany',
      field: spot.path,
      badValue: count,
      detail: `must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
    })
  return errors
}

function listErrors(schema: StructuralSchema, spot: Spot, value: readonly Json[]): readonly FieldError[] {
  const items = itemsOf(schema)
  const before = Array.isArray(spot.old) ? spot.old : undefined
  const inItems =
    items === null
      ? []
      : value.flatMap((item, at) =>
          validateValue(items, {
            value: item,
            path: spot.said === '' ? child(spot.path, `[${at}]`) : index(spot.path, at),
            said: `${spot.said}[${at}]`,
            old: oldItem(schema, before, item, at),
          }),
        )
  return [...inItems, ...countErrors(schema, spot, value.length, 'Items')]
}

/** Which item was this one before: by its keys in a map, by nothing elsewhere. */
function oldItem(
  schema: StructuralSchema,
  before: readonly Json[] | undefined,
  item: Json,
  at: number,
): Json | undefined {
  if (before === undefined || !isObject(item)) return undefined
  const keys = textsOf(own(schema, 'x-orch-list-map-keys'))
  if (own(schema, 'x-orch-list-type') !== 'map' || keys.length === 0)
    return before.length === 1 ? before[at] : undefined
  return before.find((each) => isObject(each) && keys.every((key) => deepEqual(own(each, key), own(item, key))))
}

function objectErrors(schema: StructuralSchema, spot: Spot, value: JsonObject): readonly FieldError[] {
  const before = isObject(spot.old) ? spot.old : undefined
  const additional = additionalOf(schema)
  const at = (name: string): Spot => ({
    value: own(value, name) ?? null,
    path: child(spot.path, name),
    said: spot.said === '' ? name : `${spot.said}.${name}`,
    old: own(before, name),
  })
  const errors = [...countErrors(schema, spot, Object.keys(value).length, 'Properties')]
  for (const name of textsOf(schema.required))
    if (own(value, name) === undefined) errors.push(required(child(spot.path, name)))
  for (const name of Object.keys(value)) {
    const declared = propertyOf(schema, name) ?? additional
    if (declared !== null && declared !== true) errors.push(...validateValue(declared, at(name)))
  }
  return errors
}

/** Sets and maps hold nothing twice. [CRD6] */
export function validateListTypes(schema: StructuralSchema, value: Json, path: FieldPath): readonly FieldError[] {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    const nested = items === null ? [] : value.flatMap((item, at) => validateListTypes(items, item, index(path, at)))
    return [...repeatedItems(schema, value, path), ...nested]
  }
  if (!isObject(value)) return []
  const additional = additionalOf(schema)
  if (additional !== null && additional !== true)
    return Object.entries(value).flatMap(([name, each]) =>
      validateListTypes(additional, each ?? null, `${path}[${name}]`),
    )
  return propertiesOf(schema).flatMap(([name, field]) => {
    const each = own(value, name)
    return each === undefined ? [] : validateListTypes(field, each, child(path, name))
  })
}

function repeatedItems(schema: StructuralSchema, value: readonly Json[], path: FieldPath): readonly FieldError[] {
  const type = own(schema, 'x-orch-list-type')
  if (type !== 'set' && type !== 'map') return []
  const keys = textsOf(own(schema, 'x-orch-list-map-keys'))
  const seen = new Set<string>()
  const told = new Set<string>()
  const errors: FieldError[] = []
  for (const [at, item] of value.entries()) {
    const identity = type === 'set' ? item : keysOf(item, keys)
    const text = sortedText(identity)
    if (seen.has(text) && !told.has(text)) {
      told.add(text)
      errors.push(duplicate(index(path, at), identity))
    }
    seen.add(text)
  }
  return errors
}

function keysOf(item: Json, keys: readonly string[]): JsonObject {
  const found: JsonObject = {}
  for (const key of [...keys].toSorted()) {
    const value = isObject(item) ? own(item, key) : undefined
    if (value !== undefined) found[key] = value
  }
  return found
}

const sortedText = (value: Json): string => printExactJson(sortedKeys(value))

function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (!isObject(value)) return value
  const sorted = emptyObject()
  for (const key of Object.keys(value).sort()) sorted[key] = sortedKeys(value[key] ?? null)
  return sorted
}
