import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/**
 * One request with its answer, independent of the HTTP version. `http1-exchange.ts` and `http2-exchange.ts` implement it.
 */
export interface Exchange {
  readonly method: string
  /** The request target as sent: usually `/path?query`. */
  readonly url: string
  /** By lower-case name, `host` included: in HTTP/2 it is the authority. */
  readonly headers: IncomingHttpHeaders
  /** Name, value, name, value … in the order sent. HTTP/2 pseudo-headers are left out, the authority is `Host`. */
  readonly rawHeaders: readonly string[]
  /** The connection, whose client certificate may authenticate the caller. */
  readonly socket: Socket
  /** Reports whether the headers announce a body. */
  readonly hasBody: boolean
  readonly body: Readable
  /** Reports whether the client sent the whole body. */
  isBodyComplete(): boolean
  /** Stops a client that continues to send the body after the response. */
  abandonBody(): void
  readonly answer: AnswerWriter
}

/** The sending side of an {@link Exchange}. */
export interface AnswerWriter {
  isHeadSent(): boolean
  /** Reports whether nothing can be sent anymore. */
  isDestroyed(): boolean
  /** Reports whether the client disconnected before it had the whole response. */
  isCut(): boolean
  /** Calls `listener` once, when the response was sent or the client has disconnected. */
  onceClosed(listener: () => void): void
  /** Sends `100 Continue`. */
  writeContinue(): void
  /**
   * Closes the connection after this response. Must be called before {@link writeHead}. HTTP/2 keeps its connection.
   */
  closeAfterwards(): void
  /** Adds a header to the response, unless {@link writeHead} has one of that name. Must be called before it. */
  setHeader(name: string, value: string): void
  writeHead(status: number, headers: OutgoingHttpHeaders): void
  /** Sends the head immediately, before there is a body. */
  flushHead(): void
  /**
   * Sends a chunk of the body. Returns a promise that resolves when the client can receive more, or `null` if it can
   * now.
   */
  write(chunk: Uint8Array): Promise<void> | null
  /** Like {@link write}, for several chunks in one system call. */
  writeAll(chunks: readonly Uint8Array[]): Promise<void> | null
  /** Ends the response with the rest, or all, of its body: at once, or together with other answers of this turn. */
  end(body?: Uint8Array): void
  /** Aborts the response: the client sees an error. */
  destroy(): void
}
