import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'

/** What a browser would send of itself, had the request gone over a network; `Request` may not name it. */
const ownHeaders = (): HeaderList => [
  ['host', location.host],
  ['user-agent', navigator.userAgent],
]

/** Reads a Request of the page into what the wire carries. Uploads that stream are read to their end first. */
export async function toWireRequest(request: Request): Promise<WireRequest> {
  const { method, url, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return {
    method,
    url,
    headers: [...ownHeaders(), ...request.headers],
    body: body === null || body.byteLength === 0 ? null : body,
    signal,
  }
}
