import { soon } from '#api/waiting/soon.ts'
import type { Filter, RequestContext } from '#server/request/request-context.ts'

/** Sets the headers of every response: audit id, cache control and the collected warnings. [RQ6] */
export const responseHeaders: Filter = (next) => (context) =>
  soon(next(context), (response) => withHeaders(context, response))

function withHeaders(context: RequestContext, answered: Response): Response {
  const response = withoutBody(context.request.method, answered)
  const { headers } = response
  headers.set('audit-id', context.auditId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache, private')
  const { flow } = context.outcome
  if (flow !== undefined) {
    headers.set('x-orch-pf-flowschema-uid', flow.schemaUid)
    headers.set('x-orch-pf-prioritylevel-uid', flow.levelUid)
  }
  for (const warning of context.warnings.headers()) headers.append('warning', warning)
  return response
}

/** A response to HEAD has no body. */
const withoutBody = (method: string, response: Response): Response =>
  method === 'HEAD' && response.body !== null
    ? new Response(null, { status: response.status, headers: response.headers })
    : response
