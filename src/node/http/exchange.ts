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
  /** The connection, whose client certificate names the caller. */
  readonly socket: Socket
  /** Whether the headers announce a body. */
  readonly hasBody: boolean
  readonly body: Readable
  /** Whether the client sent the body to its end. */
  isBodyComplete(): boolean
  /** Stops a client that goes on sending the body after the response. */
  abandonBody(): void
  readonly answer: AnswerWriter
}

/** The sending side of an {@link Exchange}. */
export interface AnswerWriter {
  isHeadSent(): boolean
  /** Whether nothing can be sent any more. */
  isDestroyed(): boolean
  /** Whether the client went away before it had the whole answer. */
  isCut(): boolean
  /** Calls `listener` once, when the answer is sent or the client is gone. */
  onceClosed(listener: () => void): void
  /** Sends `100 Continue`. */
  writeContinue(): void
  /** Closes the connection after this answer. Call it before {@link writeHead}. HTTP/2 keeps its connection. */
  closeAfterwards(): void
  writeHead(status: number, headers: OutgoingHttpHeaders): void
  /** Sends the head at once, before there is a body. */
  flushHead(): void
  /** Sends a part of the body. Resolves when the client is ready for more; `null` when it is ready now. */
  write(chunk: Uint8Array): Promise<void> | null
  /** As {@link write}, several chunks with one call of the system. */
  writeAll(chunks: readonly Uint8Array[]): Promise<void> | null
  /** Ends the answer, with the rest or all of its body. */
  end(body?: Uint8Array): void
  /** Cuts the answer: the client sees an error. */
  destroy(): void
}
