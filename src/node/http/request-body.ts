import type { Readable } from 'node:stream'
import { ApiError } from '#api/api-error.ts'
import type { Exchange } from './exchange.ts'

/** The size limit of a request body. [ND3] */
const BODY_BYTES_MAX = 3 * 1024 * 1024
/** This much of a body that is too long is discarded, so that the client receives the response instead of a reset connection. */
const DISCARD_BYTES_MAX = 32 * 1024 * 1024
/** After the response, a client has this time to finish sending a body that is not read. */
const LINGER_MS = 5_000

const tooLong = (): Uint8Array<ArrayBuffer> => new Uint8Array(BODY_BYTES_MAX + 1)
const clientGone = (): ApiError => new ApiError('BadRequest', 'the client closed the connection while it sent the body')

/**
 * The body of a request. It is not read before the server requests it, so a caller that is refused costs no memory
 * beyond the buffer of its connection. [ND14]
 */
export class RequestBody {
  readonly #exchange: Exchange
  #awaitsContinue: boolean
  #isAsked = false

  /** `awaitsContinue`: the client sends the body only after `100 Continue`. */
  constructor(exchange: Exchange, awaitsContinue: boolean) {
    this.#exchange = exchange
    this.#awaitsContinue = awaitsContinue
    // A client that disconnects before the body is read is not an error.
    if (exchange.hasBody) exchange.body.on('error', () => undefined)
  }

  /**
   * Reads the whole body. A body over the limit is replaced by one that is one byte over it, which the server
   * refuses. [ND3]
   * @throws ApiError BadRequest if the client disconnects
   */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    const { headers, body, answer } = this.#exchange
    this.#isAsked = true
    const declared = Number(headers['content-length'] ?? 0)
    if (this.#awaitsContinue) {
      if (declared > BODY_BYTES_MAX) return tooLong()
      this.#awaitsContinue = false
      answer.writeContinue()
    }
    const bytes = await collect(body, () => this.#exchange.isBodyComplete())
    // The rest of a body that is too long is not read, so the connection cannot be reused.
    if (bytes.byteLength > BODY_BYTES_MAX) answer.closeAfterwards()
    return bytes
  }

  /** Must be called before the head of the response is written. */
  beforeResponse(): void {
    // It is unknown whether the client will still send the body, so the connection cannot be reused.
    if (this.#awaitsContinue && !this.#exchange.answer.isHeadSent()) this.#exchange.answer.closeAfterwards()
  }

  /** Must be called after the response was sent: discards the unread rest of the body, for a limited time. */
  afterResponse(): void {
    const exchange = this.#exchange
    if (!exchange.hasBody || exchange.isBodyComplete() || exchange.body.destroyed) return
    if (!this.#isAsked) exchange.body.resume()
    setTimeout(() => {
      if (!exchange.isBodyComplete()) exchange.abandonBody()
    }, LINGER_MS).unref()
  }
}

/** Uses events because the iterator of a stream costs a promise per chunk. */
function collect(body: Readable, isComplete: () => boolean): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    if (body.destroyed && !isComplete()) return reject(clientGone())
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let length = 0
    const finish = (): void => resolve(length > BODY_BYTES_MAX ? tooLong() : joined(chunks, length))
    body.on('data', (chunk: Uint8Array<ArrayBuffer>) => {
      length += chunk.byteLength
      if (length <= BODY_BYTES_MAX) chunks.push(chunk)
      else if (length > DISCARD_BYTES_MAX) {
        body.pause()
        finish()
      }
    })
    body.on('end', finish)
    body.on('error', () => reject(clientGone()))
    body.on('close', () => {
      if (!isComplete()) reject(clientGone())
    })
  })
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [only] = chunks
  // A plain view: methods of Node's buffers differ from those of arrays of bytes.
  if (only !== undefined && chunks.length === 1) return new Uint8Array(only.buffer, only.byteOffset, only.byteLength)
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}
