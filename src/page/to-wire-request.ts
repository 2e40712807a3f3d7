import { CLUSTER_HEADER } from '#facts/clusters-api.ts'
import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'

/** Headers that a browser would add if the request went over a network; `Request` does not allow setting them. */
const ownHeaders = (): HeaderList => [
  ['host', location.host],
  ['user-agent', navigator.userAgent],
]

const clusterHeader = (cluster: string): HeaderList => (cluster === '' ? [] : [[CLUSTER_HEADER, cluster]])

/**
 * Converts a Request of the page to a wire request to `cluster`; `''` is the oldest one. Streamed uploads are read
 * completely first. [MC5]
 */
export async function toWireRequest(request: Request, cluster: string): Promise<WireRequest> {
  const { method, url, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return {
    method,
    url,
    headers: [...ownHeaders(), ...clusterHeader(cluster), ...request.headers],
    body: body === null || body.byteLength === 0 ? null : body,
    signal,
  }
}
