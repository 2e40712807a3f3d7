import { registryFor } from '#server/registry/conversion/converted-objects.ts'
import { withStorageErrors } from '#server/registry/storage-errors.ts'
import type { Soon } from '#api/waiting/soon.ts'
import type { ResourceVerb } from '#server/registry/resource-definition.ts'
import { createEndpoint } from './verbs/create.ts'
import { customVerbOf, isCustomGroup, isCustomPath, nameRequired } from './custom-paths.ts'
import { deleteCollectionEndpoint, deleteEndpoint } from './verbs/delete.ts'
import { discoveryEndpoint } from './discovery/discovery.ts'
import { getEndpoint } from './verbs/get.ts'
import { listEndpoint } from './verbs/list.ts'
import { checkMediaTypes } from './responses/negotiation.ts'
import { patchEndpoint } from './verbs/patch.ts'
import { noSuchMethod, noSuchPath, pageNotFound } from './call/path-errors.ts'
import type { Handler, RequestContext } from '#server/request/request-context.ts'
import { type ResourceRoute, type Route, findRoute, verbOf } from './call/route.ts'
import type { Call } from './call/call.ts'
import type { ServerContext } from './call/server-context.ts'
import { subresourceEndpoint } from './subresources/subresource.ts'
import { virtualEndpoint } from './subresources/virtual.ts'
import { updateEndpoint } from './verbs/update.ts'

type Endpoint = (call: Call) => Soon<Response>

/** One file per verb. */
const endpoints: Readonly<Record<ResourceVerb, Endpoint>> = {
  create: createEndpoint,
  delete: deleteEndpoint,
  deletecollection: deleteCollectionEndpoint,
  get: getEndpoint,
  list: listEndpoint,
  patch: patchEndpoint,
  update: updateEndpoint,
  watch: listEndpoint,
}

/**
 * Creates the end of the filter chain: resolves the path and runs the verb. `outside` serves paths outside the API
 * groups. [RQ1]
 */
export const createDispatcher =
  (server: ServerContext, outside: (context: RequestContext) => Promise<Response | null>): Handler =>
  (context) => {
    const { path } = context.info
    const route = routeOf(server, path)
    const newest = route.type === 'no-such-path' ? server.registry.objects.log.catchUp() : undefined
    if (newest === undefined) return run(server, context, route, outside)
    // Another host may have added a type. Without an answer of the store, the path is not found.
    const later = (): Soon<Response> => run(server, context, routeOf(server, path), outside)
    return newest.then(later, later)
  }

function run(
  server: ServerContext,
  context: RequestContext,
  route: Route,
  outside: (context: RequestContext) => Promise<Response | null>,
): Soon<Response> {
  switch (route.type) {
    case 'resource':
      return runResource(server, context, route)
    case 'outside':
      return outside(context).then((response) => response ?? pageNotFound())
    case 'no-such-path':
      if (isCustomPath(server.resources(), context.info.path)) return pageNotFound()
      throw noSuchPath()
    case 'api-versions':
    case 'api-groups':
    case 'api-group':
    case 'api-resources':
      return discoveryEndpoint(server, context, { ...route, byRouter: byRouter(server, context, route) })
  }
}

const routeOf = (server: ServerContext, path: string): Route =>
  findRemoteGroup(server, path) ?? findRoute(server.resources(), path)

/** Returns the route of a group that only other servers serve. [APS8] */
function findRemoteGroup({ aggregation, resources }: ServerContext, path: string): Route | null {
  if (!aggregation.isUsed()) return null
  const [, root, group = '', ...more] = path.replace(/\/$/, '').split('/')
  const isGroup = root === 'apis' && group !== '' && more.length === 0 && resources().versions(group).length === 0
  return isGroup && aggregation.ofGroup(group).length > 0 ? { type: 'api-group', group } : null
}

/**
 * The handlers of groups and custom resources ignore the method and exact media types. With an extra slash, the path
 * is handled by the general router. @throws ApiError MethodNotAllowed [DI1]
 */
function byRouter({ resources }: ServerContext, { info, request }: RequestContext, route: Route): boolean {
  const isPlain = route.type === 'api-groups' || (route.type === 'api-group' && !info.path.endsWith('//'))
  const isCustom = 'group' in route && isCustomGroup(resources(), route.group)
  if (isPlain || isCustom) return false
  if (request.method !== 'GET') throw noSuchMethod()
  return true
}

/** Reads at resourceVersion 0 are served from what this host knows. All other requests see every acknowledged write. [ETC2] */
const readsCache = (verb: ResourceVerb, { target }: RequestContext): boolean =>
  (verb === 'get' || verb === 'list' || verb === 'watch') && target.query.get('resourceVersion') === '0'

function runResource(server: ServerContext, context: RequestContext, route: ResourceRoute): Soon<Response> {
  const { method, headers } = context.request
  const isCustom = route.definition.typedItems === true
  const verb = isCustom ? customVerbOf(route, method) : verbOf(route, method)
  if (verb === null && isCustom) return pageNotFound()
  if (verb === null) throw noSuchMethod()
  if (route.definition.deprecationWarning !== undefined) context.warnings.add(route.definition.deprecationWarning)
  checkMediaTypes(route, method, headers)
  const registry = registryFor(server.registry, route.definition)
  const call: Call = { server: registry === server.registry ? server : { ...server, registry }, context, route }
  if (route.name === '' && verb === 'update') throw nameRequired()
  const newest = readsCache(verb, context) ? undefined : registry.objects.log.catchUp()
  const run = (): Soon<Response> => runVerb(call, verb)
  return withStorageErrors(route.definition, verb, newest === undefined ? run : () => newest.then(run))
}

function runVerb(call: Call, verb: ResourceVerb): Soon<Response> {
  const { subresource, definition } = call.route
  if (subresource !== null) return subresourceEndpoint(call, verb)
  if (verb === 'create' && definition.virtual !== undefined) return virtualEndpoint(call, definition.virtual)
  return endpoints[verb](call)
}
