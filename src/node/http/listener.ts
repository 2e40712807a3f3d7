import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { Server as NetServer, Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Exchange } from './exchange.ts'
import { HeadBudget } from './head-budget.ts'
import { Http1Exchange } from './http1-exchange.ts'
import { Http2Exchange } from './http2-exchange.ts'
import { limitResets } from './reset-limit.ts'

export type OnRequest = (exchange: Exchange) => void

/** TLS options of a host, all in PEM. */
export interface HostTls {
  readonly cert: string
  readonly key: string
  /** Authorities of client certificates. */
  readonly clientAuthorities: readonly string[]
}

/** The listening socket, and functions that end its connections. */
export interface Listener {
  readonly server: NetServer
  /** Closes connections without a request in flight. */
  closeIdle(): void
  closeAll(): void
}

/** The reference's limit, so that a request line with long selectors fits. */
const HEADER_BYTES_MAX = 1024 * 1024
const IDLE_MS_MAX = 90_000
/** As in Kubernetes, a client has this time to send the head of a request. */
const HEAD_MS_MAX = 32_000
const HANDSHAKE_MS_MAX = 10_000
/** Further connections are closed at once: each costs memory before authentication. [ND14] */
const CONNECTIONS_MAX = 16_384
/** As in the reference. */
const STREAMS_MAX = 100
/** In megabytes. A client that lists large collections must not be disconnected; Node's default is 10. */
const SESSION_MEGABYTES_MAX = 1000

function createTextServer(onRequest: OnRequest, onContinue: OnRequest): Server {
  const limits = { maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: IDLE_MS_MAX, headersTimeout: HEAD_MS_MAX }
  const heads = new HeadBudget()
  const toExchange = (message: IncomingMessage, out: ServerResponse): Http1Exchange => {
    const { socket } = message
    heads.finish(socket)
    out.once('close', () => heads.begin(socket))
    return new Http1Exchange(message, out)
  }
  const server = createServer({ ...limits, noDelay: true, requireHostHeader: true }, (message, out) =>
    onRequest(toExchange(message, out)),
  )
  server.on('connection', (socket: Socket) => heads.begin(socket))
  server.on('checkContinue', (message, out) => onContinue(toExchange(message, out)))
  return server
}

/** Serves HTTP/1.1 on plain connections, and also HTTP/2 over TLS for clients that select it by ALPN. [TLS4] */
export function createListener(tls: HostTls | undefined, onRequest: OnRequest, onContinue: OnRequest): Listener {
  const text = createTextServer(onRequest, onContinue)
  if (tls === undefined) {
    text.maxConnections = CONNECTIONS_MAX
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
      // A client certificate is optional; each request is authenticated separately.
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      noDelay: true,
      handshakeTimeout: HANDSHAKE_MS_MAX,
    },
    (socket: TLSSocket) => void (socket.alpnProtocol === 'h2' ? binary : text).emit('connection', socket),
  )
  server.maxConnections = CONNECTIONS_MAX
  // This server does not listen itself, but Node starts to track connections for timeouts only after this event.
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
    // A connection error is not reported: its streams end with an error each.
    session.on('error', () => undefined)
  })
  server.on('request', (message, out) => onRequest(new Http2Exchange(message, out)))
  return server
}
