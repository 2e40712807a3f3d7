import { ApiError } from '#api/api-error.ts'
import { hostReader, knownBody } from '#api/bodies/known-body.ts'
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
  const { chunks, length } = await readChunks(request)
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

interface Chunks {
  readonly chunks: readonly Uint8Array[]
  readonly length: number
}

/**
 * Reads a body that came as a stream. Firefox has no `Request.body`: there the whole body is read, and then measured. Safari has
 * it, but its streams can't be iterated.
 */
async function readChunks(request: Request): Promise<Chunks> {
  const body = request.body as Request['body'] | undefined
  if (body === null) return { chunks: [], length: 0 }
  if (body === undefined) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > bodyBytesMax) throw tooLarge()
    return { chunks: [bytes], length: bytes.length }
  }
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > bodyBytesMax) {
      await reader.cancel()
      throw tooLarge()
    }
    chunks.push(read.value)
  }
  return { chunks, length }
}
