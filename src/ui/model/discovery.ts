import { getJson } from './api.ts'
import { groupIn, jsonAs, vocabularies } from './names/vocabulary.ts'

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

/** The part of an aggregated discovery document that the page reads. */
interface GroupDiscoveryList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    /** The preferred version first. */
    readonly versions: readonly VersionDiscovery[]
  }[]
}

interface VersionDiscovery {
  readonly version: string
  /** Absent while the server of the version cannot be reached. */
  readonly resources?: readonly {
    readonly resource: string
    readonly responseKind: { readonly kind: string }
    readonly scope: 'Cluster' | 'Namespaced'
    readonly verbs: readonly string[]
    readonly shortNames?: readonly string[]
  }[]
}

/** The aggregated form in both vocabularies: a cluster has one of them. [VO6] */
const aggregated = vocabularies
  .map((each) => jsonAs(each, { group: 'apidiscovery', version: 'v2', kind: 'APIGroupDiscoveryList' }))
  .join(',')

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

const toResources = (group: string, { version, resources = [] }: VersionDiscovery): readonly WatchableResource[] =>
  resources
    .filter(({ verbs }) => verbs.includes('list') && verbs.includes('watch'))
    .map(({ resource, responseKind, scope, verbs, shortNames }) => ({
      id: group === '' ? `${version}.${resource}` : `${group}.${version}.${resource}`,
      group,
      version,
      resource,
      kind: responseKind.kind,
      namespaced: scope === 'Namespaced',
      verbs,
      shortNames: shortNames ?? [],
    }))

/** Resources that serve the same objects as another group, omitted: events are listed in the core group. [UI3] */
const twins = new Set(vocabularies.map((each) => groupIn(each, 'events')))

/**
 * Returns every resource that can be listed and watched once, in the first version of its group that has it. Two requests ask for
 * all groups: one per group would keep a slow machine busy before the first list. [UI3]
 * @throws Refusal when discovery is refused.
 */
export async function discoverResources(fetcher: typeof fetch): Promise<readonly WatchableResource[]> {
  const lists = await Promise.all(
    ['/api', '/apis'].map((path) => getJson<GroupDiscoveryList>(fetcher, path, { headers: { accept: aggregated } })),
  )
  return lists
    .flatMap(({ items }) => items)
    .filter(({ metadata }) => !twins.has(metadata.name ?? ''))
    .flatMap(({ metadata, versions }) => {
      const all = versions.flatMap((version) => toResources(metadata.name ?? '', version))
      // A beta version may serve kinds that the preferred one lacks.
      return all.filter(({ resource }, at) => all.findIndex((one) => one.resource === resource) === at)
    })
}
