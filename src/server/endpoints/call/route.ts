import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import { type ResourceTable, findSubresource } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'

/** The resource that a path addresses. `namespace` is `''` for cluster-scoped requests. */
export interface ResourceRoute {
  readonly type: 'resource'
  readonly definition: ResourceDefinition
  readonly subresource: Subresource | null
  readonly namespace: string
  /** `''` for the collection. */
  readonly name: string
  /** A namespaced type's collection across all namespaces. */
  readonly allNamespaces: boolean
  /** A path with the deprecated prefix `watch/`. */
  readonly watchPath: boolean
}

export type Route =
  | ResourceRoute
  | { readonly type: 'api-versions' }
  | { readonly type: 'api-groups' }
  | { readonly type: 'api-group'; readonly group: string }
  | { readonly type: 'api-resources'; readonly group: string; readonly version: string }
  /** No such path inside a served group: 404 as a Status. */
  | { readonly type: 'no-such-path' }
  /** Not an API path. */
  | { readonly type: 'outside' }

const noSuchPath: Route = { type: 'no-such-path' }

/** Resolves a decoded path. Case matters; leading and trailing slashes do not. [RQ1] */
export function findRoute(table: ResourceTable, path: string): Route {
  const words = path.replace(/^\/+|\/+$/g, '').split('/')
  if (path.startsWith('//')) return { type: 'outside' }
  const [root, ...rest] = words
  if (root === 'api') return coreRoute(table, rest)
  if (root !== 'apis' || path.startsWith('/apis//')) return { type: 'outside' }
  if (rest.length === 0) return { type: 'api-groups' }
  const [group = '', ...below] = rest
  if (group === '' || table.versions(group).length === 0) return { type: 'outside' }
  return below.length === 0 ? { type: 'api-group', group } : versionRoute(table, group, below)
}

function coreRoute(table: ResourceTable, words: readonly string[]): Route {
  return words.length === 0 ? { type: 'api-versions' } : versionRoute(table, '', words)
}

function versionRoute(table: ResourceTable, group: string, [version = '', ...words]: readonly string[]): Route {
  if (!table.versions(group).includes(version)) return noSuchPath
  if (words.length === 0) return { type: 'api-resources', group, version }
  const find = (resource: string): ResourceDefinition | undefined => table.find(group, version, resource)
  if (words[0] === 'watch' && words.length > 1) {
    const found = resourceRoute(find, words.slice(1))
    const watchable = found?.definition.verbs.includes('watch') === true && found.subresource === null
    return found !== null && watchable ? { ...found, watchPath: true } : noSuchPath
  }
  return resourceRoute(find, words) ?? noSuchPath
}

type Find = (resource: string) => ResourceDefinition | undefined

function resourceRoute(find: Find, words: readonly string[]): ResourceRoute | null {
  const [first = '', second = '', third = ''] = words
  if (first === 'namespaces' && words.length > 2) {
    // `namespaces/x/status` is a subresource of the namespace; `namespaces/x/pods` is a collection in it.
    const inside = find(third)
    if (inside?.namespaced === true) return toRoute(inside, second, words.slice(3))
  }
  const definition = find(first)
  if (definition === undefined) return null
  if (!definition.namespaced) return toRoute(definition, '', words.slice(1))
  return words.length === 1 ? { ...toCollection(definition, ''), allNamespaces: true } : null
}

const toCollection = (definition: ResourceDefinition, namespace: string): ResourceRoute => ({
  type: 'resource',
  definition,
  subresource: null,
  namespace,
  name: '',
  allNamespaces: false,
  watchPath: false,
})

function toRoute(definition: ResourceDefinition, namespace: string, words: readonly string[]): ResourceRoute | null {
  const route = toCollection(definition, namespace)
  const [name = '', part] = words
  if (words.length === 0) return route
  if (words.length === 1) return hasObjects(definition) ? { ...route, name } : null
  const subresource = findSubresource(definition, part ?? '')
  if (subresource === undefined) return null
  return words.length > 2 && !isProxy(subresource) ? null : { ...route, name, subresource }
}

const isProxy = (subresource: Subresource): boolean => subresource.type === 'text' && subresource.takesPath === true

const objectVerbs: readonly ResourceVerb[] = ['get', 'update', 'patch', 'delete']

/** Types that can only be created (reviews) have no paths for single objects. */
const hasObjects = ({ verbs }: ResourceDefinition): boolean => objectVerbs.some((verb) => verbs.includes(verb))

const verbsOfCollection = { GET: 'list', POST: 'create', DELETE: 'deletecollection' } as const
const verbsOfObject = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const
const verbsOfSubresource = { ...verbsOfObject, POST: 'create' } as const

/** Returns the verb of a method on a route; `null` if it is not supported: 405. [RQ4] */
export function verbOf(route: ResourceRoute, method: string): ResourceVerb | null {
  if (route.watchPath) return method === 'GET' ? 'watch' : null
  if (route.allNamespaces) return method === 'GET' && route.definition.verbs.includes('list') ? 'list' : null
  if (route.subresource !== null) {
    // A proxy forwards every method.
    const verb = isProxy(route.subresource) && (method === 'HEAD' || method === 'OPTIONS') ? 'GET' : method
    return pick(verbsOfSubresource, verb, route.subresource.verbs)
  }
  return route.name === ''
    ? pick(verbsOfCollection, method, route.definition.verbs)
    : pick(verbsOfObject, method, route.definition.verbs)
}

function pick(
  table: Readonly<Record<string, ResourceVerb>>,
  method: string,
  served: readonly ResourceVerb[],
): ResourceVerb | null {
  const verb = Object.hasOwn(table, method) ? table[method] : undefined
  return verb !== undefined && served.includes(verb) ? verb : null
}
