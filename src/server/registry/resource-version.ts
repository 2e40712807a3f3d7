import { ApiError } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'

const uint64Max = 18446744073709551615n

/** An error without reason, as the reference answers what it never expected to meet. */
export const plainError = (message: string): ApiError =>
  new ApiError('InternalError', message, { code: 500, reasonText: '' })

/** Why `text` is no unsigned integer, in Go's words; `null` when it is one. [RV2] */
export function parseUintError(text: string): string | null {
  if (!/^[0-9]+$/.test(text)) return `strconv.ParseUint: parsing ${quoteGo(text)}: invalid syntax`
  if (text.length > 19 && BigInt(text) > uint64Max)
    return `strconv.ParseUint: parsing ${quoteGo(text)}: value out of range`
  return null
}

/** The `resourceVersion` in a client's object; absent and `0` are 0. @throws ApiError 500 for text that is none. [RV3] */
export function objectVersion(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const error = parseUintError(text)
  if (error !== null) throw plainError(error)
  return Number(text)
}

/** The `resourceVersion` of a read; `''` is 0. Throws what `refuse` makes of the reference's text. [RV2] */
export function requestVersion(text: string, refuse: (message: string) => ApiError): number {
  if (text === '') return 0
  const error = parseUintError(text)
  if (error !== null) throw refuse(`resourceVersion: Invalid value: ${quoteGo(text)}: ${error}`)
  return Number(text)
}
