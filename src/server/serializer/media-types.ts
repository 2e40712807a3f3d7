import { ApiError } from '#api/api-error.ts'

/** What texts of the reference list, whatever the endpoint. The binary one is named although it is not spoken yet. */
export const bodyMediaTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.orch.protobuf',
]
/** What a watch may be encoded in. */
export const streamMediaTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.orch.protobuf;stream=watch',
]
/** Formats that this server reads and writes today. */
export type MediaType = 'application/json' | 'application/yaml'

export const isSpoken = (mediaType: string): mediaType is MediaType =>
  mediaType === 'application/json' || mediaType === 'application/yaml'

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
export function negotiateInput(contentType: string): MediaType | 'application/vnd.orch.protobuf' {
  if (contentType === '') return 'application/json'
  const word = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (isSpoken(word) || word === 'application/vnd.orch.protobuf') return word
  throw unsupportedMediaType(bodyMediaTypes)
}
