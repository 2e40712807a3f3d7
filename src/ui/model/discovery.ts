import { getJson } from './api.ts'

/** A resource from discovery that supports list and watch. */
export interface WatchableResource {
  /** `apps.v1.deployments`, or `v1.pods` for the core group. */
  readonly id: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
}

interface ApiResourceList {
  readonly groupVersion: string
  readonly resources: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly verbs: readonly string[]
    readonly shortNames?: readonly string[]
  }[]
}

interface ApiGroupList {
  readonly groups: readonly { readonly name: string; readonly preferredVersion: { readonly groupVersion: string } }[]
}

/** `/api/v1` or `/apis/apps/v1`. */
export const groupVersionPath = (gv: { readonly group: string; readonly version: string }): string =>
  gv.group === '' ? `/api/${gv.version}` : `/apis/${gv.group}/${gv.version}`

/** Returns the path of a collection; without `namespace`, across all namespaces. */
export function collectionPath(resource: WatchableResource, namespace = ''): string {
  const within = resource.namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  return `${groupVersionPath(resource)}${within}/${resource.resource}`
}

/** Returns the path of one object. */
export const objectPath = (resource: WatchableResource, namespace: string, name: string): string =>
  `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`

function toResources(list: ApiResourceList): readonly WatchableResource[] {
  const slash = list.groupVersion.indexOf('/')
  const group = slash < 0 ? '' : list.groupVersion.slice(0, slash)
  const version = list.groupVersion.slice(slash + 1)
  return list.resources
    .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('watch'))
    .map(({ name, kind, namespaced, verbs, shortNames }) => ({
      id: group === '' ? `${version}.${name}` : `${group}.${version}.${name}`,
      group,
      version,
      resource: name,
      kind,
      namespaced,
      verbs,
      shortNames: shortNames ?? [],
    }))
}

/** Resources that serve the same objects as another group, omitted: events are listed in the core group. [UI3] */
const twins = new Set(['events.orch.io'])

/**
 * Returns every resource that can be listed and watched once, in the preferred version of its group. [UI3]
 * @throws Refusal when discovery is refused.
 */
export async function discoverResources(fetcher: typeof fetch): Promise<readonly WatchableResource[]> {
  const { groups } = await getJson<ApiGroupList>(fetcher, '/apis')
  const paths = groups
    .filter((group) => !twins.has(group.name))
    .map((group) => `/apis/${group.preferredVersion.groupVersion}`)
  const lists = await Promise.all(['/api/v1', ...paths].map((path) => getJson<ApiResourceList>(fetcher, path)))
  return lists.flatMap(toResources)
}
