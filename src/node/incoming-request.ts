import type { IncomingMessage } from 'node:http'
import { lazyRequest } from '#api/lazy-request.ts'

/** The reference's limit for the body of a request. [ND3] */
export const BODY_BYTES_MAX = 3 * 1024 * 1024

/** Why a message is refused before the server sees it, or `null`. */
export function malformed(message: IncomingMessage): string | null {
  const { rawHeaders } = message
  let hosts = 0
  let authorizations = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    if (name === 'host') hosts++
    else if (name === 'authorization') authorizations++
  }
  // Node keeps the first of two and says nothing; whoever stands in front of us may have looked at the second.
  if (authorizations > 1) return 'too many Authorization headers'
  if (hosts > 1) return 'too many Host headers'
  return null
}

/** Path and query as sent: `http://host/path` becomes `/path`. [ND4] */
export function targetOf(message: IncomingMessage): string {
  const url = message.url ?? '/'
  if (url.startsWith('/')) return url
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Raw header pairs, as on the wire. */
export function headerPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return pairs
}

const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Read on so far past the limit and thrown away, so that the client hears the answer instead of a reset connection. */
const DISCARD_BYTES_MAX = 32 * 1024 * 1024

const tooLong = (): Uint8Array<ArrayBuffer> => new Uint8Array(BODY_BYTES_MAX + 1)

/**
 * The whole body, `null` for none. In place of one that is longer than the limit comes one byte more than the limit:
 * the server answers, after it has checked who asks. [ND3]
 */
export async function readBody(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!mayHaveBody(message)) return null
  const declared = Number(message.headers['content-length'] ?? 0)
  // Who asks for leave to send such a body has not sent it.
  if (declared > BODY_BYTES_MAX && message.headers.expect !== undefined) return tooLong()
  return collect(message)
}

/** By events: the iterator of a stream costs a promise and more for each piece. */
function collect(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const finish = (): void => {
      if (length > BODY_BYTES_MAX) resolve(tooLong())
      else resolve(length === 0 ? null : joined(chunks, length))
    }
    message.on('data', (chunk: Uint8Array) => {
      length += chunk.byteLength
      if (length <= BODY_BYTES_MAX) chunks.push(chunk)
      else if (length > DISCARD_BYTES_MAX) {
        message.pause()
        finish()
      }
    })
    message.on('end', finish)
    message.on('error', reject)
    message.on('close', () => {
      if (!message.complete) reject(new Error('the client went away'))
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

/** The Request for the server. Its URL has a name of ours: the Host header is the client's own word. */
export function toRequest(message: IncomingMessage, { target, headers, body, goneSignal }: RequestParts): Request {
  const method = message.method ?? 'GET'
  const carried = method === 'GET' || method === 'HEAD' ? null : body
  return lazyRequest({
    method,
    url: `http://localhost${target}`,
    headers: new Headers(headers),
    body: carried,
    signal: goneSignal,
  })
}
