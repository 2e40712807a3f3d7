import type { Json } from '#api/json.ts'
import { bytesResponse } from '#api/bodies/known-body.ts'
import { encodeJson, encodeValue } from '#server/serializer/encode.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'

/** Returns a response with the given bytes. */
export const bytesAnswer = (status: number, contentType: string, body: Uint8Array<ArrayBuffer>): Response =>
  bytesResponse(body, { status, headers: { 'content-type': contentType } })

/** Returns a response with a value in the negotiated format. */
export const answerValue = (status: number, format: OutputFormat, value: Json): Response =>
  bytesAnswer(status, format.mediaType, encodeValue(value, format))

/** Returns a JSON response, for endpoints that serve only JSON. */
export const answerJson = (status: number, value: Json, pretty = false): Response =>
  bytesAnswer(status, 'application/json', encodeJson(value, pretty))
