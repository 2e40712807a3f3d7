import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import type { AnswerWriter, Exchange } from './exchange.ts'
import { waitForDrain } from './wait-for-drain.ts'

/** Connection-specific headers are an error in HTTP/2 (RFC 9113, 8.2.2). */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const withoutConnection = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase())))

function rawHeadersOf({ rawHeaders, authority }: Http2ServerRequest): readonly string[] {
  const pairs = ['Host', authority]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!name.startsWith(':') && name !== 'host') pairs.push(name, rawHeaders[at + 1] ?? '')
  }
  return pairs
}

class Http2Answer implements AnswerWriter {
  readonly #out: Http2ServerResponse

  constructor(out: Http2ServerResponse) {
    this.#out = out
  }

  isHeadSent(): boolean {
    return this.#out.headersSent
  }

  isDestroyed(): boolean {
    return this.#out.stream.destroyed
  }

  isCut(): boolean {
    const { stream, writableEnded } = this.#out
    return stream.closed && !(writableEnded && stream.rstCode === 0)
  }

  onceClosed(listener: () => void): void {
    this.#out.once('close', listener)
  }

  writeContinue(): void {
    this.#out.writeContinue()
  }

  closeAfterwards(): void {
    // Other requests use the same connection.
  }

  setHeader(name: string, value: string): void {
    this.#out.setHeader(name, value)
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.#out.writeHead(status, withoutConnection(headers))
  }

  flushHead(): void {
    // `writeHead` has sent it already.
  }

  write(chunk: Uint8Array): Promise<void> | null {
    return chunk.byteLength === 0 || this.#out.write(chunk) ? null : waitForDrain(this.#out)
  }

  writeAll(chunks: readonly Uint8Array[]): Promise<void> | null {
    const { stream } = this.#out
    stream.cork()
    let isReady = true
    for (const chunk of chunks) if (chunk.byteLength > 0) isReady = this.#out.write(chunk)
    stream.uncork()
    return isReady ? null : waitForDrain(this.#out)
  }

  end(body?: Uint8Array): void {
    if (body === undefined) this.#out.end()
    else this.#out.end(body)
  }

  destroy(): void {
    this.#out.stream.destroy()
  }
}

/** An {@link Exchange} over one HTTP/2 stream. [TLS4] */
export class Http2Exchange implements Exchange {
  readonly body: Http2ServerRequest
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly answer: AnswerWriter

  constructor(message: Http2ServerRequest, out: Http2ServerResponse) {
    this.body = message
    this.headers = { ...message.headers, host: message.authority }
    this.rawHeaders = rawHeadersOf(message)
    this.answer = new Http2Answer(out)
  }

  get method(): string {
    return this.body.method
  }

  get url(): string {
    return this.body.url
  }

  get socket(): Socket {
    return this.body.socket
  }

  /** In HTTP/2, a body without a length is announced only by an open stream. */
  get hasBody(): boolean {
    const length = this.headers['content-length']
    return length === undefined ? !this.body.stream.endAfterHeaders : length !== '0'
  }

  isBodyComplete(): boolean {
    return this.body.complete
  }

  abandonBody(): void {
    this.body.stream.close()
  }
}
