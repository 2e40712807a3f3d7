import type { RequestContext } from '#server/request/request-context.ts'

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** Returns a plain-text 500 for a failure before the request is resolved, as the reference does. [AC1] [AZ9] */
export function internalError({ target, outcome }: RequestContext, why: string): Response {
  outcome.reason = 'InternalError'
  const text = `Internal Server Error: ${JSON.stringify(target.url)}: ${why}`
  const body = `${text.replace(/[&<>]/g, (sign) => escapes.get(sign) ?? sign)}\n`
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response(body, { status: 500, headers })
}
