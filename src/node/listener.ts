import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { Server as NetServer } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { fromHttp2 } from './http2-exchange.ts'

export type OnRequest = (message: IncomingMessage, out: ServerResponse) => void

/** What a host needs for TLS, all PEM. */
export interface HostTls {
  readonly cert: string
  readonly key: string
  /** Authorities whose client certificates name users. */
  readonly clientAuthorities: readonly string[]
}

/** What connections come to, and how they are ended. */
export interface Listener {
  /** To listen with. */
  readonly server: NetServer
  /** Ends connections on which nothing is asked. */
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
  const server = createServer({ ...limits, noDelay: true, requireHostHeader: true }, onRequest)
  server.on('checkContinue', onContinue)
  return server
}

/** HTTP/1.1 on plain connections; with TLS also HTTP/2, for clients that ask for it as they connect. [TLS4] */
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
      // Anybody may connect, with a certificate or without; who it is, is decided for each request.
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      noDelay: true,
    },
    (socket: TLSSocket) => void (socket.alpnProtocol === 'h2' ? binary : text).emit('connection', socket),
  )
  // It never listens itself, and Node tracks connections, to end them in time, from then on.
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
    session.on('close', () => sessions.delete(session))
    // A connection that breaks is no news: its streams are told.
    session.on('error', () => undefined)
  })
  server.on('request', (message, out) => {
    const exchange = fromHttp2(message, out)
    onRequest(exchange.message, exchange.out)
  })
  return server
}
