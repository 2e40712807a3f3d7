import { createServer, type Server } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { Server as NetServer } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Exchange } from './exchange.ts'
import { Http1Exchange } from './http1-exchange.ts'
import { Http2Exchange } from './http2-exchange.ts'
import { limitResets } from './reset-limit.ts'

export type OnRequest = (exchange: Exchange) => void

/** What a host needs for TLS, all PEM. */
export interface HostTls {
  readonly cert: string
  readonly key: string
  /** Authorities whose client certificates name users. */
  readonly clientAuthorities: readonly string[]
}

/** The socket that accepts connections, and ways to end them. */
export interface Listener {
  readonly server: NetServer
  /** Ends connections without a request under way. */
  closeIdle(): void
  closeAll(): void
}

/** As the reference's: a request line with long selectors must fit. */
const HEADER_BYTES_MAX = 1024 * 1024
const IDLE_MS_MAX = 90_000
/** As the reference's. */
const STREAMS_MAX = 100
/** A client that lists much at once must not be cut off; Node's own limit is 10. */
const SESSION_MEGABYTES_MAX = 1000

function createTextServer(onRequest: OnRequest, onContinue: OnRequest): Server {
  const limits = { maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: IDLE_MS_MAX }
  const server = createServer({ ...limits, noDelay: true, requireHostHeader: true }, (message, out) =>
    onRequest(new Http1Exchange(message, out)),
  )
  server.on('checkContinue', (message, out) => onContinue(new Http1Exchange(message, out)))
  return server
}

/** HTTP/1.1 on plain connections; over TLS also HTTP/2, for clients that choose it by ALPN. [TLS4] */
export function createListener(tls: HostTls | undefined, onRequest: OnRequest, onContinue: OnRequest): Listener {
  const text = createTextServer(onRequest, onContinue)
  if (tls === undefined) {
    return { server: text, closeIdle: () => text.closeIdleConnections(), closeAll: () => text.closeAllConnections() }
  }
  const sessions = new Set<ServerHttp2Session>()
  const binary = createBinaryServer(onRequest, sessions)
  const { cert, key, clientAuthorities } = tls
  const server = createTlsServer(
    {
      cert,
      key,
      ca: [...clientAuthorities],
      // A certificate is optional; each request is authenticated on its own.
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      noDelay: true,
    },
    (socket: TLSSocket) => void (socket.alpnProtocol === 'h2' ? binary : text).emit('connection', socket),
  )
  // This server never listens itself, but Node tracks its connections, to time them out, only after this event.
  text.emit('listening')
  return {
    server,
    closeIdle() {
      text.closeIdleConnections()
      for (const session of sessions) if (!session.closed) session.close()
    },
    closeAll() {
      text.closeAllConnections()
      for (const session of sessions) session.destroy()
    },
  }
}

function createBinaryServer(onRequest: OnRequest, sessions: Set<ServerHttp2Session>): NetServer {
  const server = createHttp2Server({
    maxSessionMemory: SESSION_MEGABYTES_MAX,
    settings: { maxConcurrentStreams: STREAMS_MAX, maxHeaderListSize: HEADER_BYTES_MAX },
  })
  server.on('session', (session) => {
    sessions.add(session)
    limitResets(session)
    session.on('close', () => sessions.delete(session))
    // A broken connection is not reported: its streams end with an error of their own.
    session.on('error', () => undefined)
  })
  server.on('request', (message, out) => onRequest(new Http2Exchange(message, out)))
  return server
}
