import type { Json } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'
import { isCheckedFormat, isOfFormat } from '#server/structural/formats.ts'
import { type StructuralSchema, isOn } from '#server/structural/structural-schema.ts'
import type { Problem } from './result.ts'

export function typesOf(schema: StructuralSchema): readonly string[] {
  if (isOn(schema, 'int-or-string')) return ['integer', 'string']
  return typeof schema.type === 'string' && schema.type !== '' ? [schema.type] : []
}

/** Returns the format if the server validates it; other formats are informational. */
export const checkedFormatOf = ({ format }: StructuralSchema): string =>
  typeof format === 'string' && isCheckedFormat(format) ? format : ''

export function jsonTypeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** The formats that the reference infers from a decoded value. */
const inferredFormats: Readonly<Record<string, string>> = { integer: 'int64', number: 'float64' }

const wrongType = (path: string, types: string, badValue: string): Problem => ({
  type: 'FieldValueTypeInvalid',
  name: path,
  badValue,
  detail: `${path} in body must be of type ${types}: ${quoteGo(badValue)}`,
})

/**
 * Checks the type of a value. A format replaces the type: strings and lists are left to the check of the format (which
 * accepts any list), and values of other types are refused with the name of the format. [CRD17]
 */
export function typeProblem(schema: StructuralSchema, value: Json, path: string): Problem | null {
  const types = typesOf(schema)
  const found = jsonTypeOf(value)
  if (value === null)
    return types.length > 0 && schema.nullable !== true ? wrongType(path, types.join(','), found) : null
  if (isOfType(found, types)) return null
  const format = checkedFormatOf(schema)
  const isText = typeof value === 'string' || Array.isArray(value)
  if (isText && format !== '' && !isNumericType(types)) return null
  return isText || format === ''
    ? wrongType(path, types.join(','), found)
    : wrongType(path, format, inferredFormats[found] ?? '')
}

const isOfType = (found: string, types: readonly string[]): boolean =>
  types.includes(found) || (found === 'integer' && types.includes('number'))

const isNumericType = (types: readonly string[]): boolean => types.includes('number') || types.includes('integer')

export function formatProblem(schema: StructuralSchema, value: string, path: string): Problem | null {
  const format = checkedFormatOf(schema)
  return format === '' || isOfFormat(format, value) ? null : wrongType(path, format, value)
}
