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
 * A Response whose whole body is `bytes`. Hosts that know so send it in one piece with its length, without the detour
 * through a stream; everybody else sees an ordinary Response. `bytes` must not change afterwards.
 */
export const bytesResponse = (bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response =>
  new BytesResponse(bytes, init)

const plain = new WeakSet<Response>()

/** The same, for bodies that hosts send as they are, however long: the reference packs most long answers, but not these. */
export function plainBytesResponse(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = bytesResponse(bytes, init)
  plain.add(response)
  return response
}

/** Whether a host should send the body as it is. */
export const isSentPlain = (response: Response): boolean => plain.has(response)

/** Says that the whole body of `message` is `bytes`, for readers that ask {@link knownBody} first. */
export function rememberBody(message: Request | Response, bytes: Uint8Array): void {
  bodies.set(message, bytes)
}

/** The whole body, where whoever made the message knew it; `undefined` of all others, streams above all. */
export const knownBody = (message: Request | Response): Uint8Array | undefined => bodies.get(message)

/** Length of a response's body in bytes, -1 for a stream. */
export const bodyBytes = (response: Response): number =>
  knownBody(response)?.byteLength ?? (response instanceof LazyResponse || response.body !== null ? -1 : 0)
