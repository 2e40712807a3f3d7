import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange } from './exchange.ts'

/** Reports whether a page of an allowed origin sends the request. */
export const isOfAllowedPage = ({ origin }: IncomingHttpHeaders, allowed: readonly string[]): boolean =>
  origin !== undefined && allowed.includes(origin)

/** Seconds for which a browser need not ask again; Chromium's maximum. */
const PREFLIGHT_SECONDS = 7200

/**
 * Lets a page of an allowed origin read the response, and answers its preflight. Returns true if the request was a
 * preflight, which carries no credentials and must not reach authentication. Cookies are never allowed, so that the page
 * must have a token of its own. [ND18]
 */
export function answerCors({ method, headers, answer }: Exchange, allowed: readonly string[]): boolean {
  const { origin } = headers
  if (origin === undefined || !isOfAllowedPage(headers, allowed)) return false
  answer.setHeader('access-control-allow-origin', origin)
  answer.setHeader('access-control-expose-headers', '*')
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (!isPreflight) return false
  answer.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  // The wildcard does not include Authorization.
  answer.setHeader('access-control-allow-headers', '*, Authorization')
  answer.setHeader('access-control-max-age', String(PREFLIGHT_SECONDS))
  answer.writeHead(204, {})
  answer.end()
  return true
}
