import type { TrialAction, TrialUser } from '#facts/config-api.ts'
import { collectionPath, groupVersionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'

/** The request to authorize, as edited in the form. */
export interface AccessRequest {
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

export const hasName = ({ isResource, verb, subresource }: AccessRequest): boolean =>
  isResource && (subresource !== '' || !collectionVerbs.has(verb))

export const initialAccessRequest: AccessRequest = {
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

const methodOf = ({ isResource, verb }: AccessRequest): string =>
  isResource ? (methods.get(verb) ?? 'GET') : verb.toUpperCase()

function pathOf(accessRequest: AccessRequest, resource: WatchableResource): string {
  const base =
    hasName(accessRequest) && accessRequest.name !== ''
      ? objectPathIn(accessRequest, resource)
      : collectionPath(resource, resource.namespaced ? accessRequest.namespace : '')
  return accessRequest.subresource === '' ? base : `${base}/${accessRequest.subresource}`
}

const objectPathIn = ({ namespace, name }: AccessRequest, resource: WatchableResource): string =>
  objectPath(resource, resource.namespaced ? namespace : '', name)

/** Returns the request line; `''` while the resource is not loaded. [AR6] */
export function requestLine(accessRequest: AccessRequest, resource: WatchableResource | undefined): string {
  if (!accessRequest.isResource) return `${methodOf(accessRequest)} ${accessRequest.path}`
  if (resource === undefined) return ''
  return `${methodOf(accessRequest)} ${pathOf(accessRequest, resource)}${accessRequest.verb === 'watch' ? '?watch=1' : ''}`
}

/** Returns the attributes for the authorizer; `null` while the resource is not loaded. [AR6] */
export function toAction(
  accessRequest: AccessRequest,
  resource: WatchableResource | undefined,
  user: TrialUser,
): TrialAction | null {
  const { isResource, verb } = accessRequest
  const nothing = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }
  if (!isResource) return { user, isResource, verb, ...nothing, path: accessRequest.path }
  if (resource === undefined) return null
  return {
    user,
    isResource,
    verb,
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    subresource: accessRequest.subresource,
    namespace: resource.namespaced ? accessRequest.namespace : '',
    name: hasName(accessRequest) ? accessRequest.name : '',
    path: requestLine(accessRequest, resource).split(/[ ?]/)[1] ?? groupVersionPath(resource),
  }
}
