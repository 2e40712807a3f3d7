import { lazyRequest } from '#api/bodies/lazy-request.ts'
import { PlainHeaders } from '#api/bodies/plain-headers.ts'
import type { Socket } from 'node:net'
import type { Exchange } from './exchange.ts'

/** Returns why a request is refused before the server receives it, or `null`. */
export function malformed({ rawHeaders }: Exchange): string | null {
  let hosts = 0
  let authorizations = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    if (name === 'host') hosts++
    else if (name === 'authorization') authorizations++
  }
  // Node silently keeps the first of two; a proxy in front of this server may have used the second.
  if (authorizations > 1) return 'too many Authorization headers'
  if (hosts > 1) return 'too many Host headers'
  return null
}

/** Returns path and query as sent; `http://host/path` becomes `/path`. [ND4] */
export function targetOf({ url }: Exchange): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Returns the raw header pairs as sent. */
export function headerPairs({ rawHeaders }: Exchange): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return pairs
}

interface RequestParts {
  readonly target: string
  readonly headers: [string, string][]
  /** Reads the body; `null` if there is none. */
  readonly body: (() => Promise<Uint8Array<ArrayBuffer>>) | null
  readonly goneSignal: () => AbortSignal
}

const origins = new WeakMap<Socket, string>()

/** Returns the origin at which a connection reached this server; the Host header is not trustworthy. [ND15] */
function originOf(socket: Socket): string {
  const known = origins.get(socket)
  if (known !== undefined) return known
  const { localAddress = 'localhost', localPort } = socket
  const address = localAddress.startsWith('::ffff:') ? localAddress.slice('::ffff:'.length) : localAddress
  const host = address.includes(':') ? `[${address.split('%')[0] ?? address}]` : address
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const origin = localPort === undefined ? `${scheme}://${host}` : `${scheme}://${host}:${localPort}`
  origins.set(socket, origin)
  return origin
}

/** Builds the Request for the server. */
export function toRequest({ method, socket }: Exchange, { target, headers, body, goneSignal }: RequestParts): Request {
  const carried = method === 'GET' || method === 'HEAD' ? null : body
  return lazyRequest({
    method,
    url: `${originOf(socket)}${target}`,
    headers: new PlainHeaders(headers),
    body: carried,
    signal: goneSignal,
  })
}
