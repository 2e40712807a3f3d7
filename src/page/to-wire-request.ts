import { CLUSTER_HEADER } from '#facts/clusters-api.ts'
import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'

/** Headers that a browser would add if the request went over a network; `Request` does not allow setting them. */
const ownHeaders = (): HeaderList => [
  ['host', location.host],
  ['user-agent', navigator.userAgent],
]

const clusterHeader = (cluster: string): HeaderList => (cluster === '' ? [] : [[CLUSTER_HEADER, cluster]])

/** Stands for a body that travels beside its request, within the page. Never sent to the server. */
export const BODY_ID_HEADER = 'orchard-body-id'

/** Answers a request; `body` is given if it is not in the request. */
export type Answer = (request: Request, body?: ArrayBuffer) => Promise<Response>

/**
 * Converts a Request of the page to a wire request to `cluster`; `''` is the oldest one. Streamed uploads are read
 * completely first. `known` is the body if it is not in the request. [MC5]
 */
export async function toWireRequest(request: Request, cluster: string, known?: ArrayBuffer): Promise<WireRequest> {
  const { method, url, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? null : (known ?? (await request.arrayBuffer()))
  const headers = [...request.headers].filter(([name]) => name !== BODY_ID_HEADER)
  return {
    method,
    url,
    headers: [...ownHeaders(), ...clusterHeader(cluster), ...headers],
    body: body === null || body.byteLength === 0 ? null : body,
    signal,
  }
}
