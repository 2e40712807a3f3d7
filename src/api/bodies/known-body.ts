import { LazyResponse } from './lazy-response.ts'

const bodies = new WeakMap<Request | Response, Uint8Array>()

class BytesResponse extends LazyResponse {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(() => bytes, init)
    this.#bytes = bytes
    bodies.set(this, bytes)
  }

  override clone(): Response {
    const { status, statusText, headers } = this
    return new BytesResponse(this.#bytes, { status, statusText, headers })
  }
}

/**
 * A Response whose whole body is `bytes`. Hosts send it at once with its length, without a stream; other readers get
 * an ordinary Response. `bytes` must not be modified afterwards.
 */
export const bytesResponse = (bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response =>
  new BytesResponse(bytes, init)

const plain = new WeakSet<Response>()

/**
 * {@link bytesResponse} for a body that hosts never compress; Kubernetes compresses most large responses, but not
 * these.
 */
export function plainBytesResponse(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = bytesResponse(bytes, init)
  plain.add(response)
  return response
}

/** Reports whether hosts must not compress the body. */
export const isSentPlain = (response: Response): boolean => plain.has(response)

/** Records that the whole body of `message` is `bytes`, for readers that call {@link knownBody} first. */
export function rememberBody(message: Request | Response, bytes: Uint8Array): void {
  bodies.set(message, bytes)
}

const readers = new WeakMap<Request, () => Promise<Uint8Array>>()

/** Records how the body of `request` is read, for a host that reads it only when the server asks for it. */
export function rememberReader(request: Request, read: () => Promise<Uint8Array>): void {
  readers.set(request, read)
}

/** Reads the body of a request whose host waits for this; `undefined` for other requests. */
export const hostReader = (request: Request): (() => Promise<Uint8Array>) | undefined => readers.get(request)

/** Returns the whole body of a message if it was recorded; `undefined` for streams. */
export const knownBody = (message: Request | Response): Uint8Array | undefined => bodies.get(message)

/** Returns the length of a response's body in bytes, -1 for a stream. */
export const bodyBytes = (response: Response): number =>
  knownBody(response)?.byteLength ?? (response instanceof LazyResponse || response.body !== null ? -1 : 0)
