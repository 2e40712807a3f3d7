import { answerJson } from '#server/request/answer.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import { issuerPaths } from './issuer-discovery.ts'

const rootPaths = new Set(['/', '/index.html'])

/** Serves `/` and `/index.html`, the list of paths, always indented; `null` for any other. [DI10] */
export function rootEndpoint(context: RequestContext, server: ServerContext): Response | null {
  if (!rootPaths.has(context.info.path)) return null
  const paths = [
    '/api',
    '/apis',
    ...server.resources().groups.flatMap((group) => groupPaths(server, group)),
    ...issuerPaths,
    '/healthz',
    '/livez',
    '/metrics',
    '/metrics/slis',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ]
  return answerJson(200, { paths: paths.toSorted() }, true)
}

const groupPaths = (server: ServerContext, group: string): readonly string[] => {
  const root = group === '' ? '/api' : `/apis/${group}`
  return [
    ...(group === '' ? [] : [root]),
    ...server
      .resources()
      .versions(group)
      .map((version) => `${root}/${version}`),
  ]
}
