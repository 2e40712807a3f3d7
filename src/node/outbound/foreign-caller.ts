import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '#node/command-line.ts'
import { isOfAllowedPage } from '#node/http/cors.ts'

/** `localhost:8080`, `127.0.0.1`, `[::1]:8080`. */
const nameOf = (authority: string): string => authority.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')

/** A page of another port of this machine is another site: any program of any user may serve it. */
const isOwnOrigin = (origin: string, host: string): boolean => /^https?:\/\/([^/]+)$/.exec(origin)?.[1] === host

/**
 * Returns why a request is not accepted as one of the local user; `null` if it is. A web page in the user's browser
 * can send requests to the loopback interface, and with DNS rebinding even read the responses. Pages of `allowed` origins
 * may call. [ND11] [ND18]
 */
export function foreignCaller(request: IncomingHttpHeaders, allowed: readonly string[] = []): string | null {
  const { host = '', origin, ...headers } = request
  if (!isLoopback(nameOf(host))) return `the Host header ${JSON.stringify(host)} does not name this machine`
  if (isOfAllowedPage(request, allowed)) return null
  if (origin !== undefined && !isOwnOrigin(origin, host))
    return `pages of ${JSON.stringify(origin)} may not call this server`
  if (headers['sec-fetch-site'] === 'cross-site') return 'pages of other sites may not call this server'
  return null
}
