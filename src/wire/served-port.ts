import { errorText } from '#api/error-text.ts'
import { knownBody } from '#api/bodies/known-body.ts'
import { lazyRequest } from '#api/bodies/lazy-request.ts'
import { PlainHeaders } from '#api/bodies/plain-headers.ts'
import { joinBytes } from './bytes.ts'
import { sendBody, type OutboundBody } from './outbound-body.ts'
import {
  type ClientFrame,
  type HandedOver,
  type HeaderList,
  type ServerFrame,
  WHOLE_BODY_BYTES_MAX,
} from './protocol.ts'
import type { WirePort } from './wire-port.ts'
import { isWrite, type WritesOnce } from './writes-once.ts'

/** Headers that a browser's `Request` cannot carry (`Host`, `Accept-Encoding`) are passed beside it. */
export interface WireExtras {
  readonly rawHeaders: HeaderList
}

/** Handles one request. */
export type WireHandler = (request: Request, extras: WireExtras) => Promise<Response>

/** A response with its whole body, without the id of its request. */
export type WholeHead = Omit<Extract<ServerFrame, { type: 'head' }>, 'type' | 'id'>

interface ServedPortOptions {
  readonly handle: WireHandler
  /** Shared by all ports of a server. Without it, writes that are sent again are executed again. */
  readonly writes?: WritesOnce<WholeHead>
  hello(client: string, protocol: number): void
  /** This client has seen that another one terminated. */
  gone(client: string): void
  bye(): void
  retire(): void
}

interface OpenRequest {
  readonly abort: AbortController
  body: OutboundBody | null
}

type RequestFrame = Extract<ClientFrame, { type: 'request' }>

/**
 * The server's end of one port: receives requests, responds with frames, and is notified of aborts immediately. [WI1]
 * [WI4]
 */
export class ServedPort {
  readonly #port: WirePort<ServerFrame, ClientFrame>
  readonly #options: ServedPortOptions
  readonly #open = new Map<number, OpenRequest>()

  constructor(port: WirePort<ServerFrame, ClientFrame>, options: ServedPortOptions) {
    this.#port = port
    this.#options = options
    port.listen((frame) => this.#received(frame))
  }

  send(frame: ServerFrame): void {
    this.#port.send(frame)
  }

  /** Aborts all open requests of this client; the port accepts no more. */
  close(): void {
    for (const id of this.#open.keys()) this.#abort(id)
    this.#port.close()
  }

  #received(frame: ClientFrame): void {
    switch (frame.type) {
      case 'hello':
        return this.#options.hello(frame.client, frame.protocol)
      case 'request':
        return this.#start(frame)
      case 'confirm':
        return this.#options.writes?.confirm(frame.id)
      case 'abort':
        return this.#abort(frame.id)
      case 'credit':
        return this.#open.get(frame.id)?.body?.credit(frame.count)
      case 'gone':
        return this.#options.gone(frame.client)
      case 'bye':
        return this.#options.bye()
      case 'retire':
        return this.#options.retire()
    }
  }

  #start(frame: RequestFrame): void {
    const { id } = frame
    const entry: OpenRequest = { abort: new AbortController(), body: null }
    this.#open.set(id, entry)
    const { handed } = frame
    const answered =
      handed !== undefined && isWrite(frame.method) ? this.#answerOnce(frame, handed) : this.#answer(frame, entry)
    answered.catch((error: unknown) => {
      this.#finish(id, { type: 'abort', id, message: errorText(error) })
    })
  }

  async #answer(frame: RequestFrame, entry: OpenRequest): Promise<void> {
    const { id, method } = frame
    const response = await this.#options.handle(toRequest(frame, entry.abort.signal), { rawHeaders: frame.headers })
    // An abort that raced with the head must not leave an unread stream open.
    if (entry.abort.signal.aborted) return cancelBody(response)
    const { status, statusText } = response
    const head = { type: 'head', id, status, statusText, headers: [...response.headers] } as const
    const known = knownBody(response)
    if (known !== undefined && known.byteLength <= WHOLE_BODY_BYTES_MAX && !hasNoBody(status, method)) {
      const body = joinBytes([known])
      return this.#finish(id, { ...head, body }, [body])
    }
    if (response.body === null || hasNoBody(status, method)) {
      cancelBody(response)
      return this.#finish(id, { ...head, body: null })
    }
    const length = response.headers.get('content-length')
    if (length !== null && Number(length) <= WHOLE_BODY_BYTES_MAX) {
      const body = await response.arrayBuffer()
      return this.#finish(id, { ...head, body }, [body])
    }
    this.#port.send({ ...head, body: 'stream' })
    entry.body = sendBody(response.body, {
      chunk: (bytes) => this.#port.send({ type: 'chunk', id, bytes }, [bytes]),
      end: () => this.#finish(id, { type: 'end', id }),
      fail: (message) => this.#finish(id, { type: 'abort', id, message }),
    })
  }

  /** Executes a write that is not aborted when its port closes: the browser may send it again on another one. [TR6] */
  async #answerOnce(frame: RequestFrame, handed: HandedOver): Promise<void> {
    const execute = async (): Promise<WholeHead> => {
      const unaborted = new AbortController().signal
      const response = await this.#options.handle(toRequest(frame, unaborted), { rawHeaders: frame.headers })
      return wholeHead(response, frame.method)
    }
    const head = await (this.#options.writes?.answer({ ...frame, handed }, execute) ?? execute())
    // Copied, not transferred: the answer may be given again.
    this.#finish(frame.id, { type: 'head', id: frame.id, ...head })
  }

  /** Sends the last frame of a response, unless the client has aborted it. */
  #finish(id: number, frame: ServerFrame, transfer?: readonly ArrayBuffer[]): void {
    if (this.#open.delete(id)) this.#port.send(frame, transfer)
  }

  #abort(id: number): void {
    const entry = this.#open.get(id)
    if (entry === undefined) return
    this.#open.delete(id)
    entry.abort.abort()
    entry.body?.cancel()
  }
}

const hasNoBody = (status: number, method: string): boolean =>
  status === 204 || status === 205 || status === 304 || method === 'HEAD'

async function wholeHead(response: Response, method: string): Promise<WholeHead> {
  const { status, statusText } = response
  const head = { status, statusText, headers: [...response.headers] }
  if (hasNoBody(status, method)) {
    cancelBody(response)
    return { ...head, body: null }
  }
  const known = knownBody(response)
  if (known !== undefined) return { ...head, body: joinBytes([known]) }
  return { ...head, body: response.body === null ? null : await response.arrayBuffer() }
}

function toRequest(frame: RequestFrame, signal: AbortSignal): Request {
  const { method, url, body } = frame
  const headers = new PlainHeaders(frame.headers)
  return lazyRequest({ method, url, headers, body: body === null ? null : new Uint8Array(body), signal: () => signal })
}

function cancelBody(response: Response): void {
  // The response is no longer needed, so errors of its source are ignored.
  response.body?.cancel().catch(() => undefined)
}
