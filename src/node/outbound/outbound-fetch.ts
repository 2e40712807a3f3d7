import { Agent as PlainAgent, type IncomingMessage, request as openPlain } from 'node:http'
import { Agent as SecureAgent, request as openSecure } from 'node:https'
import type { OutboundOptions } from '#api/outbound-fetch.ts'
import type { HostFetch } from '#egress/dialer.ts'
import { proxiedFetch, toResponse } from './proxied-fetch.ts'

/** Idle connections are kept, and used again for the same host and authorities. */
const idleMs = 30_000
const agents = {
  plain: new PlainAgent({ keepAlive: true, timeout: idleMs, scheduling: 'lifo' }),
  secure: new SecureAgent({ keepAlive: true, timeout: idleMs, scheduling: 'lifo' }),
}

/**
 * The outgoing fetch of a server in Node, through HTTP proxies where configured. Calls that follow no redirects use
 * node:http directly: `fetch` does not accept custom certificate authorities, refuses ports that browsers block, and
 * hides why a connection failed. [WH4]
 */
export const outboundFetch: HostFetch = async (request, options = {}) => {
  const { caBundle = '', dial } = options
  const route = dial?.route
  if (route?.type === 'http-connect') return proxiedFetch(request, route.transport, options)
  if (route?.type === 'grpc') throw new Error('GRPC tunnels are not supported by this host; use HTTPConnect')
  if (caBundle === '' && request.redirect === 'follow') return fetch(request)
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    return toResponse(await send(request, body, options))
  } catch (error) {
    // The other end closed an idle connection at the moment of its use: nothing of the request was processed.
    if (!(error instanceof StaleConnectionError)) throw error
    return toResponse(await send(request, body, options))
  }
}

class StaleConnectionError extends Error {}

function send(request: Request, body: Uint8Array, options: OutboundOptions): Promise<IncomingMessage> {
  const { method, signal, url } = request
  const isSecure = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    const call = (isSecure ? openSecure : openPlain)(
      url,
      {
        method,
        headers: { ...headersOf(request, options), host: new URL(url).host, 'content-length': String(body.length) },
        signal,
        agent: isSecure ? agents.secure : agents.plain,
        ...placeOf(new URL(url), options),
      },
      resolve,
    )
    call.on('error', (error: NodeJS.ErrnoException) =>
      reject(call.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnectionError() : error),
    )
    call.end(body)
  })
}

function headersOf(request: Request, { headerLines }: OutboundOptions): Record<string, string | string[]> {
  if (headerLines === undefined) return Object.fromEntries(request.headers)
  const all = new Map<string, string[]>()
  for (const [name, value] of headerLines) all.set(name, [...(all.get(name) ?? []), value])
  return Object.fromEntries(all)
}

function placeOf(url: URL, { caBundle = '', insecureSkipTlsVerify = false, connectTo }: OutboundOptions): object {
  return {
    ...(caBundle === '' ? {} : { ca: caBundle }),
    ...(insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...(connectTo === undefined ? {} : { hostname: connectTo.host, port: connectTo.port, servername: url.hostname }),
  }
}
