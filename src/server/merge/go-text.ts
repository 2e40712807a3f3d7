import { isObject, type Json } from '#api/json.ts'
import { numberText } from '#go/double-text.ts'

/** Formats a value as Go prints it with `%v`: `map[image:nameless ports:[80 81]]`, keys sorted. */
export function goText(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (typeof value === 'number') return numberText(value)
  if (!isObject(value)) return String(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goText(value[key])}`)
  return `map[${members.join(' ')}]`
}

/** Returns the name of the Go type that a JSON value decodes into. */
export function goTypeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : goNumberType(value)
}

const goNumberType = (value: number | bigint): string =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? 'int64' : 'float64'
