import { request as openPlain } from 'node:http'
import { request as openSecure } from 'node:https'
import type { HostFetch } from '#egress/dialer.ts'
import { proxiedFetch, toResponse } from './proxied-fetch.ts'

/**
 * The outgoing fetch of a server in Node, through HTTP proxies where configured. Calls that follow no redirects use
 * node:http directly: `fetch` does not accept custom certificate authorities, refuses ports that browsers block, and
 * hides why a connection failed.
 */
export const outboundFetch: HostFetch = async (request, options = {}) => {
  const { caBundle = '', dial } = options
  const route = dial?.route
  if (route?.type === 'http-connect') return proxiedFetch(request, route.transport, options)
  if (route?.type === 'grpc') throw new Error('GRPC tunnels are not supported by this host; use HTTPConnect')
  if (caBundle === '' && request.redirect === 'follow') return fetch(request)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
  const trusted = caBundle === '' ? {} : { ca: caBundle }
  return new Promise((resolve, reject) => {
    const { method, signal, url } = request
    const open = url.startsWith('https:') ? openSecure : openPlain
    const call = open(url, { method, headers, signal, agent: false, ...trusted }, (answer) =>
      resolve(toResponse(answer)),
    )
    call.on('error', reject)
    call.end(body)
  })
}
