import type { Json } from '#api/json.ts'
import { bytesResponse } from '#api/known-body.ts'
import { encodeJson, encodeValue } from '#server/serializer/encode.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'

/** An answer whose body is known bytes. */
export const bytesAnswer = (status: number, contentType: string, body: Uint8Array<ArrayBuffer>): Response =>
  bytesResponse(body, { status, headers: { 'content-type': contentType } })

/** A value in the negotiated format. */
export const answerValue = (status: number, format: OutputFormat, value: Json): Response =>
  bytesAnswer(status, format.mediaType, encodeValue(value, format))

/** For endpoints that answer nothing but JSON. */
export const answerJson = (status: number, value: Json, pretty = false): Response =>
  bytesAnswer(status, 'application/json', encodeJson(value, pretty))
