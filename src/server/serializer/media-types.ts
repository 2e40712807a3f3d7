import { ApiError } from '#api/api-error.ts'

/** Media types that this server reads and writes. */
export type MediaType = 'application/json' | 'application/yaml' | 'application/vnd.orch.protobuf'

/** All media types, in the order in which error texts of the reference list them. */
export const bodyMediaTypes: readonly MediaType[] = [
  'application/json',
  'application/yaml',
  'application/vnd.orch.protobuf',
]
/** Media types of resources without a protobuf message: custom resources. [PB5] */
export const textMediaTypes: readonly MediaType[] = ['application/json', 'application/yaml']
/** Media types of watches. */
export const streamMediaTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.orch.protobuf;stream=watch',
]
export const isSpoken = (mediaType: string): mediaType is MediaType =>
  (bodyMediaTypes as readonly string[]).includes(mediaType)

/** Returns the 406 of an endpoint with the supported media types. [NE2] */
export const notAcceptable = (supported: readonly string[]): ApiError =>
  new ApiError('NotAcceptable', `only the following media types are accepted: ${supported.join(', ')}`)

/** Returns the 415 of an endpoint with the supported media types. [NE3] */
export const unsupportedMediaType = (supported: readonly string[]): ApiError =>
  new ApiError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}`,
  )

/**
 * Returns the media type of a request body by its `Content-Type`. Parameters are ignored; the default is JSON. @throws
 * ApiError UnsupportedMediaType [NE3]
 */
export function negotiateInput(contentType: string, offered: readonly MediaType[] = bodyMediaTypes): MediaType {
  if (contentType === '') return 'application/json'
  const word = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (isSpoken(word) && offered.includes(word)) return word
  // The text lists all media types, even if the endpoint supports fewer.
  throw unsupportedMediaType(bodyMediaTypes)
}
