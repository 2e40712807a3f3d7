import { InboundBody } from './inbound-body.ts'
import type { ClientFrame, HandedOver, HeaderList, ServerFrame } from './protocol.ts'
import { unavailable } from './unavailable.ts'
import { keepWholeBody } from './whole-body.ts'
import type { WirePort } from './wire-port.ts'

/** A request on the wire. `headers` are raw: they may include those that a browser's `Request` would drop. */
export interface WireRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: HeaderList
  readonly body: ArrayBuffer | null
  readonly signal?: AbortSignal | undefined
  readonly handed?: HandedOver
}

interface PendingAnswer {
  resolve(response: Response): void
  reject(error: unknown): void
  body: InboundBody | null
  stopListening(): void
}

type NewsFrame = Extract<ServerFrame, { type: 'welcome' | 'storage' | 'watch' }>

const LOST = 'the server stopped before it responded; the request may or may not have been executed'

const lostAnswers = new WeakSet<Response>()

/** Reports whether a response only says that the server ended before it answered. */
export const isLost = (response: Response): boolean => lostAnswers.has(response)

function lostAnswer(): Response {
  const response = unavailable(LOST)
  lostAnswers.add(response)
  return response
}

/** The client's end of one port. [WI1] */
export class WireClient {
  readonly #port: WirePort<ClientFrame, ServerFrame>
  readonly #pending = new Map<number, PendingAnswer>()
  #lastId = 0
  #closed = false

  /** Frames about the server itself and its other clients are passed to `news`. */
  constructor(port: WirePort<ClientFrame, ServerFrame>, news: (frame: NewsFrame) => void) {
    this.#port = port
    port.listen((frame) => {
      if (frame.type === 'welcome' || frame.type === 'storage' || frame.type === 'watch') news(frame)
      else this.#answered(frame)
    })
  }

  /** Sends a request. @throws the signal's reason when aborted; TypeError when the server failed before its head. */
  fetch({ method, url, headers, body, signal, handed }: WireRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const id = ++this.#lastId
      const aborted = (): void => {
        const entry = this.#finish(id)
        if (entry === undefined) return
        this.#port.send({ type: 'abort', id })
        reject(signal?.reason as Error)
        entry.body?.fail(signal?.reason)
      }
      signal?.addEventListener('abort', aborted, { once: true })
      const stopListening = (): void => signal?.removeEventListener('abort', aborted)
      this.#pending.set(id, { resolve, reject, body: null, stopListening })
      this.#port.send({ type: 'request', id, method, url, headers, body, ...(handed === undefined ? {} : { handed }) })
    })
  }

  /**
   * Fails all open requests because the server is gone: requests without a head get 503, streams a network error.
   * Returns their number. [WI6]
   */
  fail(): number {
    const entries = [...this.#pending.keys()].map((id) => this.#finish(id)).filter((entry) => entry !== undefined)
    for (const entry of entries) {
      if (entry.body === null) entry.resolve(lostAnswer())
      else entry.body.fail(new TypeError('network error: the server stopped'))
    }
    return entries.length
  }

  /** Tells the server that the response of a handed write has arrived. */
  confirm(id: string): void {
    if (!this.#closed) this.#port.send({ type: 'confirm', id })
  }

  /** Tells the server that another of its clients has terminated. */
  gone(client: string): void {
    if (!this.#closed) this.#port.send({ type: 'gone', client })
  }

  /** Requests the server to stop, so that another can start. */
  retire(): void {
    this.#port.send({ type: 'retire' })
  }

  /** Closes the port; open requests fail as in `fail`. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.fail()
    this.#port.send({ type: 'bye' })
    this.#port.close()
  }

  #answered(frame: Exclude<ServerFrame, NewsFrame>): void {
    const entry = this.#pending.get(frame.id)
    if (entry === undefined) return
    switch (frame.type) {
      case 'head':
        return this.#head(frame, entry)
      case 'chunk':
        return entry.body?.push(frame.bytes)
      case 'end':
        return this.#finish(frame.id)?.body?.end()
      case 'abort': {
        const error = new TypeError(`network error: ${frame.message}`)
        this.#finish(frame.id)
        return entry.body === null ? entry.reject(error) : entry.body.fail(error)
      }
    }
  }

  #head(frame: Extract<ServerFrame, { type: 'head' }>, entry: PendingAnswer): void {
    const { id, status, statusText, headers, body } = frame
    const init = { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) }
    if (body !== 'stream') {
      const response = new Response(body, init)
      return this.#finish(id)?.resolve(body === null ? response : keepWholeBody(response, body))
    }
    entry.body = new InboundBody({
      credit: (count) => this.#port.send({ type: 'credit', id, count }),
      cancel: () => {
        if (this.#finish(id) !== undefined) this.#port.send({ type: 'abort', id })
      },
    })
    entry.resolve(new Response(entry.body.stream, init))
  }

  #finish(id: number): PendingAnswer | undefined {
    const entry = this.#pending.get(id)
    this.#pending.delete(id)
    entry?.stopListening()
    return entry
  }
}
