import { request as openRequest } from 'node:https'
import type { HostFetch } from '#egress/dialer.ts'
import { proxiedFetch, toResponse } from './proxied-fetch.ts'

/**
 * How a server in Node reaches others: by the platform's `fetch`; where certificates of one's own are to be believed by
 * `node:https`, which can be told so; and through HTTP proxies. Follows no redirect.
 */
export const outboundFetch: HostFetch = async (request, options = {}) => {
  const { caBundle = '', dial } = options
  const route = dial?.route
  if (route?.type === 'http-connect') return proxiedFetch(request, route.transport, options)
  if (route?.type === 'grpc') throw new Error('GRPC tunnels are not dialled by this host; HTTPConnect is')
  if (caBundle === '') return fetch(request)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const { method, signal, url } = request
    const call = openRequest(url, { method, headers, ca: caBundle, signal, agent: false }, (answer) =>
      resolve(toResponse(answer)),
    )
    call.on('error', reject)
    call.end(body)
  })
}
