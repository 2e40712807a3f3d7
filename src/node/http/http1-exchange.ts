import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { AnswerWriter, Exchange } from './exchange.ts'
import { TurnEnd } from './turn-end.ts'
import { waitForDrain } from './wait-for-drain.ts'

/** A body up to this size is sent together with the head in one write. */
const JOINED_BYTES_MAX = 16 * 1024

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

const frames = new WeakMap<Uint8Array, Buffer>()

/**
 * Encodes a chunk in chunked transfer coding. Watches of one collection share their chunks, and therefore also the
 * frames.
 */
function frameOf(chunk: Uint8Array): Buffer {
  const made = frames.get(chunk)
  if (made !== undefined) return made
  const frame = Buffer.concat([Buffer.from(`${chunk.byteLength.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  frames.set(chunk, frame)
  return frame
}

/** One per process, because the answers to one client come on several connections. */
const turnEnd = new TurnEnd()

class Http1Answer implements AnswerWriter {
  readonly #out: ServerResponse

  constructor(out: ServerResponse) {
    this.#out = out
  }

  isHeadSent(): boolean {
    return this.#out.headersSent
  }

  isDestroyed(): boolean {
    return this.#out.destroyed
  }

  isCut(): boolean {
    return this.#out.closed && !this.#out.writableFinished
  }

  onceClosed(listener: () => void): void {
    this.#out.once('close', listener)
  }

  writeContinue(): void {
    this.#out.writeContinue()
  }

  closeAfterwards(): void {
    this.#out.setHeader('connection', 'close')
  }

  setHeader(name: string, value: string): void {
    this.#out.setHeader(name, value)
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.#out.writeHead(status, headers)
  }

  flushHead(): void {
    this.#out.flushHeaders()
  }

  write(chunk: Uint8Array): Promise<void> | null {
    const out = this.#out
    const { socket } = out
    if (chunk.byteLength === 0) return null
    // Node writes a chunk in three parts, for each of a thousand watchers. A single write halves the cost.
    if (out.chunkedEncoding && socket !== null) return socket.write(frameOf(chunk)) ? null : waitForDrain(socket)
    return out.write(chunk) ? null : waitForDrain(out)
  }

  writeAll(chunks: readonly Uint8Array[]): Promise<void> | null {
    const { socket, chunkedEncoding } = this.#out
    const target = chunkedEncoding && socket !== null ? socket : this.#out
    // Corking costs more than it saves for the single chunk of most turns.
    const joins = chunks.length > 1
    if (joins) target.cork()
    for (const chunk of chunks) if (chunk.byteLength > 0) target.write(target === socket ? frameOf(chunk) : chunk)
    if (joins) target.uncork()
    // Node requests to wait above its high-water mark, even if the system has already taken all data.
    return target.writableNeedDrain && target.writableLength > 0 ? waitForDrain(target) : null
  }

  end(body?: Uint8Array): void {
    const out = this.#out
    if (body === undefined) out.end()
    // Node joins the head with a string, but not with bytes. Latin-1 preserves every byte.
    else if (body.byteLength <= JOINED_BYTES_MAX) turnEnd.add(() => void out.end(latin1(body), 'latin1'))
    else out.end(body)
  }

  destroy(): void {
    const { socket } = this.#out
    // The system would hold its buffer for a client that does not read; TLS sockets cannot be reset.
    if (socket !== null && socket.writableLength > 0 && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else this.#out.destroy()
  }
}

/** An {@link Exchange} over HTTP/1.1. */
export class Http1Exchange implements Exchange {
  readonly body: IncomingMessage
  readonly answer: AnswerWriter

  constructor(message: IncomingMessage, out: ServerResponse) {
    this.body = message
    this.answer = new Http1Answer(out)
  }

  get method(): string {
    return this.body.method ?? 'GET'
  }

  get url(): string {
    return this.body.url ?? '/'
  }

  get headers(): IncomingHttpHeaders {
    return this.body.headers
  }

  get rawHeaders(): readonly string[] {
    return this.body.rawHeaders
  }

  get socket(): Socket {
    return this.body.socket
  }

  get hasBody(): boolean {
    const { headers } = this.body
    return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  }

  isBodyComplete(): boolean {
    return this.body.complete
  }

  abandonBody(): void {
    this.body.socket.destroy()
  }
}
