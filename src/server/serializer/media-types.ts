import { ApiError } from '#api/api-error.ts'

/** Formats that this server reads and writes. */
export type MediaType = 'application/json' | 'application/yaml' | 'application/vnd.orch.protobuf'

/** All formats, in the order in which texts of the reference list them. */
export const bodyMediaTypes: readonly MediaType[] = [
  'application/json',
  'application/yaml',
  'application/vnd.orch.protobuf',
]
/** Formats of types whose schema is no message: custom resources. [PB5] */
export const textMediaTypes: readonly MediaType[] = ['application/json', 'application/yaml']
/** What a watch may be encoded in. */
export const streamMediaTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.orch.protobuf;stream=watch',
]
export const isSpoken = (mediaType: string): mediaType is MediaType =>
  (bodyMediaTypes as readonly string[]).includes(mediaType)

/** 406 of an endpoint that knows its formats. [NE2] */
export const notAcceptable = (supported: readonly string[]): ApiError =>
  new ApiError('NotAcceptable', `only the following media types are accepted: ${supported.join(', ')}`)

/** 415 of an endpoint that knows its formats. [NE3] */
export const unsupportedMediaType = (supported: readonly string[]): ApiError =>
  new ApiError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}`,
  )

/** The format of a request body by its `Content-Type`; parameters don't matter, absence is JSON. @throws ApiError UnsupportedMediaType [NE3] */
export function negotiateInput(contentType: string, offered: readonly MediaType[] = bodyMediaTypes): MediaType {
  if (contentType === '') return 'application/json'
  const word = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (isSpoken(word) && offered.includes(word)) return word
  // All are named, also to those who are offered fewer.
  throw unsupportedMediaType(bodyMediaTypes)
}
