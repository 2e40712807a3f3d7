import type { Clock } from '#api/clock.ts'
import { createHealth, type HealthCheck } from './health.ts'
import { healthChecks, type StartedParts } from './health-checks.ts'
import { loadDocuments, openApiEndpoint } from './openapi.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import { versionEndpoint } from './version.ts'
import { issuerDocuments } from './issuer-discovery.ts'
import { rootEndpoint } from './root.ts'
import type { Log } from '#server/storage/log.ts'

export interface OutsideOptions {
  readonly log: Log
  readonly clock: Clock
  /** Further health checks. */
  readonly checks?: readonly HealthCheck[]
  /** Serves paths under `/debug/`. Absent: there are none. `null` means 404. */
  readonly debug?: (context: RequestContext, server: ServerContext) => Promise<Response | null>
}

interface OutsideParts {
  readonly showMetrics: () => string
  readonly parts: StartedParts
  readonly isEnding: () => boolean
}

/** Serves paths that are not those of a resource: health, version, metrics, OpenAPI. */
export function createOutside(
  options: OutsideOptions,
  server: ServerContext,
  { showMetrics, parts, isEnding }: OutsideParts,
): (context: RequestContext) => Promise<Response | null> {
  const documents = loadDocuments(() => options.clock.now())
  const { log, checks: more = [] } = options
  const health = createHealth(() => healthChecks(log, parts, { isEnding, more }))
  parts.finish('apiservice-discovery-controller', 'apiservice-openapi-controller', 'apiservice-openapiv3-controller')
  return async (context: RequestContext): Promise<Response | null> => {
    const { path } = context.info
    if (path === '/metrics') {
      return new Response(showMetrics(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    }
    if (path.startsWith('/debug/')) return (await options.debug?.(context, server)) ?? null
    return (
      versionEndpoint(context) ??
      health.answer(context) ??
      rootEndpoint(context, server) ??
      (await issuerDocuments(context, server.access.tokens)) ??
      openApiEndpoint(server, documents, context)
    )
  }
}
