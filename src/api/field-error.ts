import { numberText } from '#go/double-text.ts'
import { quoteGo } from '#go/quote.ts'
import { printExactJson } from './exact-json.ts'
import type { Json } from './json.ts'

/** A path into an object as messages write it: `spec.containers[0].env[KEY]`. `''` is the object itself. */
export type FieldPath = string

export function child(path: FieldPath, name: string, ...more: readonly string[]): FieldPath {
  const first = path === '' ? name : `${path}.${name}`
  return more.length === 0 ? first : `${first}.${more.join('.')}`
}
export const index = (path: FieldPath, at: number): FieldPath => `${path}[${at}]`
export const key = (path: FieldPath, name: string): FieldPath => `${path}[${name}]`

const words = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTooFew: 'Too few',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueTooShort: 'Too short',
} as const

/** Also the `reason` of a cause in a Status. */
export type FieldErrorType = keyof typeof words

/** One error of one field: a cause in a Status, or a marker in an editor. */
export interface FieldError {
  readonly type: FieldErrorType
  readonly field: FieldPath
  /** Absent for error types that show no value. */
  readonly badValue?: Json | undefined
  readonly detail: string
}

const withoutValue = new Set<FieldErrorType>([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'FieldValueTooShort',
  'InternalError',
])

/** The text after the path: `Invalid value: "x": must be …`. */
export function fieldErrorBody(error: FieldError): string {
  const value = withoutValue.has(error.type) || error.badValue === undefined ? '' : `: ${toGoValue(error.badValue)}`
  return `${words[error.type]}${value}${error.detail === '' ? '' : `: ${error.detail}`}`
}

export const fieldErrorText = (error: FieldError): string => `${error.field}: ${fieldErrorBody(error)}`

/** Prints a value as Kubernetes does: strings as Go's `%q`, other scalars bare, objects and lists as Go's JSON. */
function toGoValue(value: Json): string {
  if (typeof value === 'string') return quoteGo(value)
  if (typeof value === 'object') return goJson(value)
  return typeof value === 'boolean' ? String(value) : numberText(value)
}

/** JSON text with the three characters that Go's encoder escapes for HTML. */
export const goJson = (value: Json): string =>
  printExactJson(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const notFoundValue = (field: FieldPath, badValue: Json): FieldError => ({
  type: 'FieldValueNotFound',
  field,
  badValue,
  detail: '',
})
export const required = (field: FieldPath, detail = ''): FieldError => ({ type: 'FieldValueRequired', field, detail })
export const duplicate = (field: FieldPath, badValue: Json): FieldError => ({
  type: 'FieldValueDuplicate',
  field,
  badValue,
  detail: '',
})
export const invalid = (field: FieldPath, badValue: Json, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  badValue,
  detail,
})
export const forbidden = (field: FieldPath, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field,
  detail,
})
export const internal = (field: FieldPath, detail: string): FieldError => ({ type: 'InternalError', field, detail })

/** `supported` is printed in the given order. */
export const notSupported = (field: FieldPath, badValue: Json, supported: readonly string[]): FieldError => ({
  type: 'FieldValueNotSupported',
  field,
  badValue,
  detail: supported.length === 0 ? '' : supportedText(supported),
})

/** The texts of lists of values: an object may have very many errors with the same list. */
const supportedTexts = new WeakMap<readonly string[], string>()

function supportedText(supported: readonly string[]): string {
  const known = supportedTexts.get(supported)
  if (known !== undefined) return known
  const text = `supported values: ${supported.map(quoteGo).join(', ')}`
  supportedTexts.set(supported, text)
  return text
}

export const tooLong = (field: FieldPath, bytesMax: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  detail: bytesMax < 0 ? 'value is too long' : `may not be more than ${bytesMax} ${bytesMax === 1 ? 'byte' : 'bytes'}`,
})

export const tooMany = (field: FieldPath, count: number, countMax: number): FieldError => ({
  type: 'FieldValueTooMany',
  field,
  badValue: count,
  detail: countMax < 0 ? 'has too many items' : `must have at most ${countMax} ${countMax === 1 ? 'item' : 'items'}`,
})
