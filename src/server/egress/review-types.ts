import { Base64Error, decodeBase64 } from '#go/base64.ts'
import { type Json, type JsonObject, isObject, jsonKind } from '#api/json.ts'

/** The type of a field in Go, its name there, and the fields or items in it. */
interface FieldType {
  readonly go: string
  readonly fits: (value: Json) => boolean
  /** The name of the Go struct, and its fields. */
  readonly struct?: { readonly name: string; readonly fields: ReadonlyMap<string, FieldType> }
  /** The type of the items of a list or map. */
  readonly items?: FieldType
  /** True for bytes as base64. */
  readonly isBase64?: boolean
}

const isList = (value: Json): value is Json[] => Array.isArray(value)
const text = (go = 'string'): FieldType => ({ go, fits: (value) => typeof value === 'string' })
const int32: FieldType = { go: 'int32', fits: (value) => typeof value === 'number' && Number.isInteger(value) }
const listOf = (go: string, items: FieldType): FieldType => ({ go, fits: isList, items })
const struct = (go: string, name: string, fields: Readonly<Record<string, FieldType>>): FieldType => ({
  go,
  fits: isObject,
  struct: { name, fields: new Map(Object.entries(fields)) },
})

const cause = struct('v1.StatusCause', 'StatusCause', { reason: text('v1.CauseType'), message: text(), field: text() })

const status = struct('v1.Status', 'Status', {
  status: text(),
  message: text(),
  reason: text('v1.StatusReason'),
  details: struct('v1.StatusDetails', 'StatusDetails', {
    name: text(),
    group: text(),
    kind: text(),
    uid: text('types.UID'),
    causes: listOf('[]v1.StatusCause', cause),
    retryAfterSeconds: int32,
  }),
  code: int32,
})

const admissionResponse = struct('v1.AdmissionResponse', 'AdmissionResponse', {
  uid: text('types.UID'),
  allowed: { go: 'bool', fits: (value) => typeof value === 'boolean' },
  status,
  patch: { ...text('[]uint8'), isBase64: true },
  patchType: text('v1.PatchType'),
  auditAnnotations: { go: 'map[string]string', fits: isObject, items: text() },
  warnings: listOf('[]string', text()),
})

const conversionResponse = (version: string): FieldType =>
  struct(`${version}.ConversionResponse`, 'ConversionResponse', {
    uid: text('types.UID'),
    convertedObjects: { go: '[]runtime.RawExtension', fits: isList },
    result: status,
  })

/** The decoding error for the first field of an AdmissionReview that has a wrong type. [WH2] [WH11] */
export const admissionTypeProblem = (review: JsonObject): string | null =>
  problemAt(review['response'] ?? null, admissionResponse, ['AdmissionReview', ['response']])

/** The same for a ConversionReview. [CNV2] */
export const conversionTypeProblem = (review: JsonObject, version: string): string | null =>
  problemAt(review['response'] ?? null, conversionResponse(version), ['ConversionReview', ['response']])

/** The innermost struct that contains a value, and the fields that lead to the value. */
type Place = readonly [struct: string, path: readonly string[]]

function problemAt(value: Json, type: FieldType, place: Place): string | null {
  if (value === null) return null
  const [inside, path] = place
  if (!type.fits(value))
    return `json: cannot unmarshal ${shown(value, type)} into Go struct field ${inside}.${path.join('.')} of type ${type.go}`
  if (type.isBase64 === true) return base64Problem(value as string)
  if (type.items !== undefined) {
    for (const item of Object.values(value)) {
      const problem = problemAt(item, type.items, place)
      if (problem !== null) return problem
    }
    return null
  }
  return type.struct === undefined || !isObject(value) ? null : problemIn(value, type.struct, path)
}

/** Checks the fields in the order of the text. */
function problemIn(
  value: JsonObject,
  { name, fields }: NonNullable<FieldType['struct']>,
  path: readonly string[],
): string | null {
  for (const [key, item] of Object.entries(value)) {
    const type = fields.get(key)
    const problem = type === undefined ? null : problemAt(item ?? null, type, [name, [...path, key]])
    if (problem !== null) return problem
  }
  return null
}

/** A number that does not fit an integer is shown with its digits. */
const shown = (value: Json, { go }: FieldType): string =>
  go === 'int32' && typeof value === 'number' ? `number ${value}` : jsonKind(value)

function base64Problem(encoded: string): string | null {
  try {
    decodeBase64(encoded)
    return null
  } catch (error) {
    if (error instanceof Base64Error) return error.message
    throw error
  }
}
