import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../command-line.ts'

/** `localhost:8080`, `127.0.0.1`, `[::1]:8080`. */
const nameOf = (authority: string): string => authority.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')

function isOwnOrigin(origin: string): boolean {
  const authority = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  return authority !== undefined && isLoopback(nameOf(authority))
}

/**
 * Why a request can't be taken for one of the person at this machine, `null` if it can. Any web page that is open here
 * can send requests to the loop-back, and by a name of its own that leads there even read the answers. [ND11]
 */
export function foreignCaller({ host = '', origin, ...headers }: IncomingHttpHeaders): string | null {
  if (!isLoopback(nameOf(host))) return `the Host header ${JSON.stringify(host)} does not name this machine`
  if (origin !== undefined && !isOwnOrigin(origin)) return `pages of ${JSON.stringify(origin)} may not call this server`
  if (headers['sec-fetch-site'] === 'cross-site') return 'pages of other sites may not call this server'
  return null
}
