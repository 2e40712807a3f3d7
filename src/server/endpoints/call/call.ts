import type { RequestContext } from '#server/request/request-context.ts'
import type { ResourceRoute } from './route.ts'
import type { ServerContext } from './server-context.ts'

/** A request whose path was resolved to a resource: the argument of every verb. */
export interface Call {
  readonly server: ServerContext
  readonly context: RequestContext
  readonly route: ResourceRoute
}
