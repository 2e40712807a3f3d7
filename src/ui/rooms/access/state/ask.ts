import type { TrialAction, TrialUser } from '#facts/config-api.ts'
import { collectionPath, groupVersionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'

/** The request to authorize, as edited in the form. */
export interface Ask {
  readonly isResource: boolean
  readonly verb: string
  /** Resource id as in discovery: `apps.v1.deployments`. */
  readonly resourceId: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Path of a non-resource request. */
  readonly path: string
}

export const resourceVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
] as const
export const pathVerbs = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const

/** Verbs that act on a collection, so they have no name. */
const collectionVerbs: ReadonlySet<string> = new Set(['list', 'watch', 'create', 'deletecollection'])

export const hasName = ({ isResource, verb, subresource }: Ask): boolean =>
  isResource && (subresource !== '' || !collectionVerbs.has(verb))

export const firstAsk: Ask = {
  isResource: true,
  verb: 'delete',
  resourceId: 'v1.configmaps',
  subresource: '',
  namespace: 'shop',
  name: 'stock',
  path: '/metrics',
}

const methods: ReadonlyMap<string, string> = new Map([
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETE'],
])

const methodOf = ({ isResource, verb }: Ask): string => (isResource ? (methods.get(verb) ?? 'GET') : verb.toUpperCase())

function pathOf(ask: Ask, resource: WatchableResource): string {
  const base =
    hasName(ask) && ask.name !== ''
      ? objectPathIn(ask, resource)
      : collectionPath(resource, resource.namespaced ? ask.namespace : '')
  return ask.subresource === '' ? base : `${base}/${ask.subresource}`
}

const objectPathIn = ({ namespace, name }: Ask, resource: WatchableResource): string =>
  objectPath(resource, resource.namespaced ? namespace : '', name)

/** Returns the request line; `''` while the resource is not loaded. [AR6] */
export function requestLine(ask: Ask, resource: WatchableResource | undefined): string {
  if (!ask.isResource) return `${methodOf(ask)} ${ask.path}`
  if (resource === undefined) return ''
  return `${methodOf(ask)} ${pathOf(ask, resource)}${ask.verb === 'watch' ? '?watch=1' : ''}`
}

/** Returns the attributes for the authorizer; `null` while the resource is not loaded. [AR6] */
export function toAction(ask: Ask, resource: WatchableResource | undefined, user: TrialUser): TrialAction | null {
  const { isResource, verb } = ask
  const nothing = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }
  if (!isResource) return { user, isResource, verb, ...nothing, path: ask.path }
  if (resource === undefined) return null
  return {
    user,
    isResource,
    verb,
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    subresource: ask.subresource,
    namespace: resource.namespaced ? ask.namespace : '',
    name: hasName(ask) ? ask.name : '',
    path: requestLine(ask, resource).split(/[ ?]/)[1] ?? groupVersionPath(resource),
  }
}
