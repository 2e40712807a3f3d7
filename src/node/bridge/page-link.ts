import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { decodeAnswered, FRAME_BYTES_MAX } from '#bridge/frame-codec.ts'
import {
  BRIDGE_PROTOCOL,
  CLOSE_OTHER_VERSION,
  CLOSE_TAKEN,
  CLOSE_WRONG_SECRET,
  LINK_PATH,
  type Opened,
  parseOpening,
} from '#bridge/greeting.ts'
import { socketPort } from '#bridge/socket-port.ts'
import { WireClient } from '#wire/wire-client.ts'

/** Time in which a page must send the secret. */
const GREETING_MS_MAX = 5_000
/** A page that answers no ping for this long is gone, for example because its machine slept. */
const PING_MS = 20_000

export interface PageLinkOptions {
  readonly secret: string
  readonly port: number
  /** Origin of the pages that may connect. */
  readonly origin: string
  /** Describes the bridge to a page that has connected. */
  opened(): Opened
  /** Called with the title of the cluster of a page that connects, and with `null` when it has gone. */
  changed(cluster: string | null): void
}

/** The endpoint to which the tab connects: one at a time. */
export interface PageLink {
  readonly address: AddressInfo
  /** The wire to the connected tab; `null` without one. */
  client(): WireClient | null
  close(): void
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})$/

/** Pages of `localhost` and of `127.0.0.1` at the same port are the same server. */
function isAllowedOrigin(origin: string | undefined, allowed: string): boolean {
  const plain = (text: string): string => text.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')
  return origin !== undefined && plain(origin) === plain(allowed)
}

/** Returns why an upgrade is refused, as an HTTP status line; `''` if it is not. [BR2] */
export function refusalOf({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>, allowed: string): string {
  if (url !== LINK_PATH) return '404 Not Found'
  if (!loopback.test(headers.host ?? '')) return '421 Misdirected Request'
  return isAllowedOrigin(headers.origin, allowed) ? '' : '403 Forbidden'
}

const isSecret = (given: string, secret: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.byteLength === right.byteLength && timingSafeEqual(left, right)
}

function toBuffer(data: RawData): ArrayBuffer {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

/** Listens on the loop-back interface for the tab. @throws the system's error if the port is in use */
export async function openPageLink(options: PageLinkOptions): Promise<PageLink> {
  const tabs = new Tabs(options)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false })
  const server = createServer((_message, out) => out.writeHead(426, { connection: 'close' }).end())
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(message, options.origin)
    if (refusal !== '') return void socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\n\r\n`)
    sockets.handleUpgrade(message, socket, head, (opened) => {
      // Errors of a connection end it; the close event says so.
      opened.on('error', () => undefined)
      tabs.greet(opened)
    })
  })
  await listening(server, options.port)
  return {
    address: server.address() as AddressInfo,
    client: () => tabs.client(),
    close() {
      for (const socket of sockets.clients) socket.close(1001, 'the bridge ends')
      server.close()
    },
  }
}

/** The connected tab. Others are refused while there is one. */
class Tabs {
  readonly #options: PageLinkOptions
  #client: WireClient | null = null

  constructor(options: PageLinkOptions) {
    this.#options = options
  }

  client(): WireClient | null {
    return this.#client
  }

  /** Waits for the secret. */
  greet(socket: WebSocket): void {
    const silent = setTimeout(() => socket.close(CLOSE_WRONG_SECRET, 'no secret'), GREETING_MS_MAX)
    socket.once('close', () => clearTimeout(silent))
    socket.once('message', (data, isBinary) => {
      clearTimeout(silent)
      const opening = isBinary ? null : parseOpening(Buffer.from(toBuffer(data)).toString('utf8'))
      if (opening === null || !isSecret(opening.secret, this.#options.secret))
        return socket.close(CLOSE_WRONG_SECRET, 'the secret is not that of this bridge')
      if (opening.protocol !== BRIDGE_PROTOCOL)
        return socket.close(CLOSE_OTHER_VERSION, 'page and bridge are of different versions')
      if (this.#client !== null) return socket.close(CLOSE_TAKEN, 'another tab is connected to this bridge')
      this.#adopt(socket, opening.cluster)
    })
  }

  #adopt(socket: WebSocket, cluster: string): void {
    const { port, received } = socketPort(
      { send: (message) => socket.send(message), close: (code, reason) => socket.close(code, reason) },
      decodeAnswered,
    )
    const client = new WireClient(port, () => undefined)
    this.#client = client
    socket.send(JSON.stringify(this.#options.opened()))
    socket.on('message', (data, isBinary) => {
      if (isBinary) received(toBuffer(data))
    })
    const stopPings = keepAlive(socket)
    socket.once('close', () => {
      stopPings()
      this.#client = null
      client.fail()
      this.#options.changed(null)
    })
    this.#options.changed(cluster)
  }
}

/** Ends a connection whose page no longer answers. Returns a function that stops it. */
function keepAlive(socket: WebSocket): () => void {
  let answered = true
  socket.on('pong', () => (answered = true))
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS)
  return () => clearInterval(timer)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
