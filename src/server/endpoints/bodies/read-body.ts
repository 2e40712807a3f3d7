import { ApiError } from '#api/api-error.ts'
import { hostReader, knownBody } from '#api/known-body.ts'
import type { RequestContext } from '#server/request/request-context.ts'

const bodyBytesMax = 3 * 1024 * 1024

/** 413, returned before more than the limit is held in memory. [RQ7] */
const tooLarge = (): ApiError =>
  new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${bodyBytesMax}`)

/** Reads the whole body of a request. @throws ApiError RequestEntityTooLarge */
export async function readBody({ request, outcome }: RequestContext): Promise<Uint8Array> {
  const known = knownBody(request) ?? (await hostReader(request)?.())
  if (known !== undefined) {
    if (known.length > bodyBytesMax) throw tooLarge()
    outcome.bytesIn = known.length
    return known
  }
  if (request.body === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > bodyBytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  outcome.bytesIn = length
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
