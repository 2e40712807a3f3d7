import { ApiError } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'

const uint64Max = 18446744073709551615n

/** Returns a 500 without a reason, the answer of the reference to unexpected errors. */
export const plainError = (message: string): ApiError =>
  new ApiError('InternalError', message, { code: 500, reasonText: '' })

/** Returns Go's error text if `text` is not an unsigned integer; `null` if it is one. [RV2] */
export function parseUintError(text: string): string | null {
  if (!/^[0-9]+$/.test(text)) return `strconv.ParseUint: parsing ${quoteGo(text)}: invalid syntax`
  if (text.length > 19 && BigInt(text) > uint64Max)
    return `strconv.ParseUint: parsing ${quoteGo(text)}: value out of range`
  return null
}

/**
 * Parses the `resourceVersion` of an object from a client; absent and `0` are 0. @throws ApiError 500 for text that is
 * not a version. [RV3]
 */
export function objectVersion(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const error = parseUintError(text)
  if (error !== null) throw plainError(error)
  return Number(text)
}

/**
 * Parses the `resourceVersion` of a read; `''` is 0. Throws the error that `refuse` creates from the text of the
 * reference. [RV2]
 */
export function requestVersion(text: string, refuse: (message: string) => ApiError): number {
  if (text === '') return 0
  const error = parseUintError(text)
  if (error !== null) throw refuse(`resourceVersion: Invalid value: ${quoteGo(text)}: ${error}`)
  return Number(text)
}
