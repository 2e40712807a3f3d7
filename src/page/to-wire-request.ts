import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'

/** Headers that a browser would add if the request went over a network; `Request` does not allow setting them. */
const ownHeaders = (): HeaderList => [
  ['host', location.host],
  ['user-agent', navigator.userAgent],
]

/** Converts a Request of the page to a wire request. Streamed uploads are read completely first. */
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
