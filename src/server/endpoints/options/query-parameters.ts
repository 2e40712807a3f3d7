import { badRequest } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'

const int64Max = 9223372036854775807n

/** Parses a boolean as the reference does: only `false` and `0` are false. Absent is `undefined`. [RQ5] */
export function flagParameter(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name)
  return text === null ? undefined : !['false', '0'].includes(text.toLowerCase())
}

/** Parses an integer. Absent is `undefined`. @throws ApiError BadRequest in Go's words [RQ5] */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const refuse = (why: string): never => {
    throw badRequest(`strconv.ParseInt: parsing ${quoteGo(text)}: ${why}`)
  }
  if (!/^[+-]?[0-9]+$/.test(text)) return refuse('invalid syntax')
  const value = BigInt(text.replace(/^\+/, ''))
  return value > int64Max || value < -int64Max - 1n ? refuse('value out of range') : Number(value)
}

/** Returns a string parameter. Absent is `''`. */
export const textParameter = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** Returns all values of `dryRun`. */
export const dryRunParameter = (query: URLSearchParams): readonly string[] => query.getAll('dryRun')
