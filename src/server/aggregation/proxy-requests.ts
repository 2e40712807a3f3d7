import type { Handler, RequestContext } from '#server/request/request-context.ts'
import type { Aggregation } from './aggregation.ts'
import { ServiceMissingError } from './call-service.ts'
import { forwardedHeaders } from './remote-headers.ts'
import type { RemoteService } from './remote-service.ts'

/** Headers of the answer that describe the connection to the other server, or that this server sets itself. */
const dropped = ['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'audit-id']

/** Forwards requests for group versions of other servers; all others go on. [APS7] */
export const proxyRequests =
  (aggregation: Aggregation, next: Handler): Handler =>
  (context) => {
    const remote = aggregation.isUsed() ? remoteOf(aggregation, context.info.path) : undefined
    return remote === undefined ? next(context) : forward(aggregation, remote, context)
  }

/** Returns the server of a path `/apis/GROUP/VERSION…`, or of its OpenAPI document. */
function remoteOf(aggregation: Aggregation, path: string): RemoteService | undefined {
  const [root, group = '', version = ''] = path
    .replace(/^\/openapi\/v3\/apis\//, '/apis/')
    .split('/')
    .slice(1)
  return root === 'apis' && version !== '' ? aggregation.find(group, version) : undefined
}

async function forward(aggregation: Aggregation, remote: RemoteService, context: RequestContext): Promise<Response> {
  if (!remote.isAvailable) return plain('service unavailable')
  const { request, target, user, auditId } = context
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const answer = await aggregation.call(remote, {
      method: request.method,
      target: `${target.rawPath}${new URL(request.url).search}`,
      user,
      headers: [...forwardedHeaders(request.headers), ['audit-id', auditId]],
      body: hasBody ? await request.arrayBuffer() : undefined,
      signal: request.signal,
    })
    const headers = new Headers(answer.headers)
    for (const name of dropped) headers.delete(name)
    return new Response(answer.body, { status: answer.status, headers })
  } catch (error) {
    if (error instanceof ServiceMissingError) return plain('service unavailable')
    return plain(error instanceof Error ? error.message : String(error))
  }
}

/** As the reference answers when the other server does not. */
const plain = (text: string): Response =>
  new Response(`${text}\n`, {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
