import { LazyRequest } from './lazy-request.ts'
import { LazyResponse } from './lazy-response.ts'

/** A Response whose whole body is in memory. */
class BytesResponse extends LazyResponse {
  readonly bytesSent: Uint8Array<ArrayBuffer>
  /** Hosts must not compress the body. */
  readonly isPlain: boolean

  constructor(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit, isPlain: boolean) {
    super(() => bytes, init)
    this.bytesSent = bytes
    this.isPlain = isPlain
  }

  override clone(): Response {
    const { status, statusText, headers } = this
    return new BytesResponse(this.bytesSent, { status, statusText, headers }, this.isPlain)
  }
}

/**
 * A Response whose whole body is `bytes`. Hosts send it at once with its length, without a stream; other readers get
 * an ordinary Response. `bytes` must not be modified afterwards.
 */
export const bytesResponse = (bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response =>
  new BytesResponse(bytes, init, false)

/**
 * {@link bytesResponse} for a body that hosts never compress; Kubernetes compresses most large responses, but not
 * these.
 */
export const plainBytesResponse = (bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response =>
  new BytesResponse(bytes, init, true)

/** Reports whether hosts must not compress the body. */
export const isSentPlain = (response: Response): boolean => response instanceof BytesResponse && response.isPlain

/** Reads the body of a request whose host waits for this; `undefined` for other requests. */
export function hostReader(request: Request): (() => Promise<Uint8Array>) | undefined {
  const body = LazyRequest.partsOf(request)?.body
  return typeof body === 'function' ? body : undefined
}

const noBytes = new Uint8Array(0)

/** Returns the whole body of a message if it is in memory; `undefined` for streams. */
export function knownBody(message: Request | Response): Uint8Array | undefined {
  if (message instanceof BytesResponse) return message.bytesSent
  const parts = LazyRequest.partsOf(message)
  return parts === null || typeof parts.body === 'function' ? undefined : (parts.body ?? noBytes)
}

/** Returns the length of a response's body in bytes, -1 for a stream. */
export const bodyBytes = (response: Response): number =>
  knownBody(response)?.byteLength ?? (response instanceof LazyResponse || response.body !== null ? -1 : 0)
