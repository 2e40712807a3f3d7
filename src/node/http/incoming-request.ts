import type { Readable } from 'node:stream'
import { lazyRequest } from '#api/lazy-request.ts'
import type { Exchange } from './exchange.ts'

/** The limit for the body of a request. [ND3] */
export const BODY_BYTES_MAX = 3 * 1024 * 1024

/** Why a request is refused before the server sees it, or `null`. */
export function malformed({ rawHeaders }: Exchange): string | null {
  let hosts = 0
  let authorizations = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    if (name === 'host') hosts++
    else if (name === 'authorization') authorizations++
  }
  // Node keeps the first of two without an error; a proxy in front of us may have used the second.
  if (authorizations > 1) return 'too many Authorization headers'
  if (hosts > 1) return 'too many Host headers'
  return null
}

/** Path and query as sent: `http://host/path` becomes `/path`. [ND4] */
export function targetOf({ url }: Exchange): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Raw header pairs, as on the wire. */
export function headerPairs({ rawHeaders }: Exchange): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return pairs
}

/** This much of a body that is too long is read and dropped, so that the client gets the answer instead of a reset connection. */
const DISCARD_BYTES_MAX = 32 * 1024 * 1024

const tooLong = (): Uint8Array<ArrayBuffer> => new Uint8Array(BODY_BYTES_MAX + 1)

/**
 * The whole body, `null` for none. A body over the limit is replaced by one that is one byte over it: the server refuses
 * that after it has authenticated the caller. [ND3]
 */
export async function readBody(exchange: Exchange): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!exchange.hasBody) return null
  const { headers, body } = exchange
  const declared = Number(headers['content-length'] ?? 0)
  // A client that waits for `100 Continue` has not sent the body.
  if (declared > BODY_BYTES_MAX && headers.expect !== undefined) return tooLong()
  return collect(body, () => exchange.isBodyComplete())
}

/** Uses events because the iterator of a stream costs a promise for each piece. */
function collect(body: Readable, isComplete: () => boolean): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const finish = (): void => {
      if (length > BODY_BYTES_MAX) resolve(tooLong())
      else resolve(length === 0 ? null : joined(chunks, length))
    }
    body.on('data', (chunk: Uint8Array) => {
      length += chunk.byteLength
      if (length <= BODY_BYTES_MAX) chunks.push(chunk)
      else if (length > DISCARD_BYTES_MAX) {
        body.pause()
        finish()
      }
    })
    body.on('end', finish)
    body.on('error', reject)
    body.on('close', () => {
      if (!isComplete()) reject(new Error('the client went away'))
    })
  })
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

interface RequestParts {
  readonly target: string
  readonly headers: [string, string][]
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly goneSignal: () => AbortSignal
}

/** The Request for the server. Its URL has a fixed host, because the Host header is not to be trusted. */
export function toRequest({ method }: Exchange, { target, headers, body, goneSignal }: RequestParts): Request {
  const carried = method === 'GET' || method === 'HEAD' ? null : body
  return lazyRequest({
    method,
    url: `http://localhost${target}`,
    headers: new Headers(headers),
    body: carried,
    signal: goneSignal,
  })
}
