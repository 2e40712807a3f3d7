import { readFile } from 'node:fs/promises'
import { request as openPlain, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import type { OutboundOptions } from '#api/outbound-fetch.ts'
import type { Dial } from '#egress/dialer.ts'
import { addressOf, type Transport } from '#egress/egress-settings.ts'
import { connectRequest } from '#egress/http-connect.ts'

/** The size limit of the head of a proxy's response to CONNECT. */
const maxHeadBytes = 16 * 1024

/**
 * Sends a request through an HTTP proxy, over TCP, TLS or a Unix socket. @throws Error if the tunnel cannot be
 * established. [EG6]
 */
export async function proxiedFetch(
  request: Request,
  transport: Transport,
  { caBundle = '', dial }: OutboundOptions & { readonly dial?: Dial },
): Promise<Response> {
  const url = new URL(request.url)
  const address = addressOf(url)
  const proxy = await openProxy(transport)
  const tunnel = await openTunnel(proxy, address, dial)
  const socket = url.protocol === 'https:' ? await secure(tunnel, url.hostname, caBundle) : tunnel
  return send(request, url, socket)
}

async function openProxy(transport: Transport): Promise<Socket> {
  if (transport.type === 'uds') return connected(connectPlain({ path: transport.path }), 'connect')
  const url = new URL(transport.url)
  const place = { host: url.hostname, port: Number(addressOf(url).split(':').at(-1)) }
  if (url.protocol === 'http:' || transport.tls === null) return connected(connectPlain(place), 'connect')
  const { caBundle, clientCert, clientKey } = transport.tls
  const [ca, cert, key] = await Promise.all([caBundle, clientCert, clientKey].map(readNamed))
  const keys = { ...(ca === '' ? {} : { ca }), ...(cert === '' ? {} : { cert }), ...(key === '' ? {} : { key }) }
  return connected(connectSecure({ ...place, servername: url.hostname, ...keys }), 'secureConnect')
}

const readNamed = async (path: string): Promise<string> => (path === '' ? '' : readFile(path, 'utf8'))

const connected = <Kind extends Socket | TLSSocket>(socket: Kind, event: 'connect' | 'secureConnect'): Promise<Kind> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once(event, () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })

function openTunnel(proxy: Socket, address: string, dial: Dial | undefined): Promise<Socket> {
  const connectText = connectRequest(address)
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const fail = (error: Error): void => {
      proxy.destroy()
      reject(error)
    }
    proxy.once('error', fail)
    proxy.once('close', () => reject(new Error('the proxy closed the connection')))
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) {
        if (head.length > maxHeadBytes)
          fail(new Error(`the head of the proxy's response exceeds ${maxHeadBytes} bytes`))
        return
      }
      proxy.off('data', read)
      proxy.pause()
      const answer = head.subarray(0, end + 4).toString('latin1')
      dial?.tell([
        { from: 'server', text: connectText },
        { from: 'proxy', text: answer },
      ])
      const [status = ''] = answer.split('\r\n')
      if (!/^HTTP\/1\.[01] 200\b/.test(status)) return fail(new Error(`proxy answered ${JSON.stringify(status)}`))
      // No data may arrive through the tunnel before the client has sent any.
      if (head.length > end + 4) return fail(new Error('the proxy sent data after its response'))
      proxy.removeAllListeners('close')
      proxy.off('error', fail)
      resolve(proxy)
    }
    proxy.on('data', read)
    proxy.write(connectText)
  })
}

const secure = (socket: Socket, servername: string, caBundle: string): Promise<TLSSocket> =>
  connected(connectSecure({ socket, servername, ...(caBundle === '' ? {} : { ca: caBundle }) }), 'secureConnect')

async function send(request: Request, url: URL, socket: Socket): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), host: url.host, 'content-length': String(body.length) }
  const options: RequestOptions = {
    method: request.method,
    host: url.hostname,
    path: url.pathname + url.search,
    headers,
    signal: request.signal,
    createConnection: () => socket,
  }
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage): void => resolve(toResponse(answer))
    // TLS is already established where needed, so plain HTTP is sent over this socket.
    const call: ClientRequest = openPlain(options, answered)
    call.on('error', reject)
    // The socket was paused after the proxy's response, so that no data of the target is lost.
    call.on('socket', (used) => used.resume())
    call.end(body)
  })
}

/** Converts Node's response to a Response. */
export function toResponse(answer: IncomingMessage): Response {
  const { statusCode = 0, headers } = answer
  const isCompressed = headers['content-encoding'] === 'gzip'
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !(isCompressed && /^content-(?:encoding|length)$/.test(name)) ? [[name, value]] : [],
  )
  const bodiless = statusCode === 204 || statusCode === 304
  // Node reads on until the connection can be used again.
  if (bodiless) answer.resume()
  const plain = isCompressed ? pipeline(answer, createGunzip(), () => undefined) : answer
  const stream = bodiless ? null : (Readable.toWeb(plain) as ReadableStream<Uint8Array<ArrayBuffer>>)
  return new Response(stream, { status: statusCode, headers: known })
}
