import { CLUSTER_HEADER } from '#facts/clusters-api.ts'
import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'

/** Headers that a browser would add if the request went over a network; `Request` does not allow setting them. */
const ownHeaders = (): HeaderList => [
  ['host', location.host],
  ['user-agent', navigator.userAgent],
]

const clusterHeader = (cluster: string): HeaderList => (cluster === '' ? [] : [[CLUSTER_HEADER, cluster]])

/** Sends a request of this page to the server. */
export type Answer = (request: WireRequest) => Promise<Response>

/** Returns the headers that the page adds to each request to `cluster`; `''` is the oldest one. [MC5] */
export const addedHeaders = (cluster: string): HeaderList => [...ownHeaders(), ...clusterHeader(cluster)]

/** Adds what the page sends with each request to `cluster`. */
export const toCluster = (request: WireRequest, cluster: string): WireRequest => ({
  ...request,
  headers: [...addedHeaders(cluster), ...request.headers],
})

/** Converts a Request of the page to a wire request. Streamed uploads are read completely first. */
export async function toWireRequest(request: Request): Promise<WireRequest> {
  const { method, url, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return { method, url, headers: [...request.headers], body: body?.byteLength === 0 ? null : body, signal }
}
