import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'

/** A namespaced collection that supports list and delete. */
export interface NamespacedResource {
  readonly group: string
  readonly groupVersion: string
  readonly resource: string
  readonly deletesCollections: boolean
}

interface ApiResourceList {
  readonly groupVersion: string
  readonly resources: readonly {
    readonly name: string
    readonly namespaced: boolean
    readonly verbs: readonly string[]
  }[]
}

interface ApiGroupList {
  readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[]
}

/** Resources that serve the same objects as another group, which would be deleted twice. */
const duplicateGroups = new Set(['events.orch.io'])

/**
 * The result of discovery. `failure` lists the groups that did not answer, in the reference's words; `''` for none.
 */
export interface Discovered {
  readonly resources: readonly NamespacedResource[]
  readonly failure: string
}

/** Discovers all namespaced types. A group that does not answer does not hide the others. */
export async function discoverNamespaced(client: ApiClient): Promise<Discovered> {
  const { groups } = await client.get<ApiGroupList>('/apis')
  const versions = ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)]
  const failures: string[] = []
  const lists = await Promise.all(
    versions.map(async (version) => {
      try {
        return toNamespaced(await client.get<ApiResourceList>(version === 'v1' ? '/api/v1' : `/apis/${version}`))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failures.push(`${version}: ${error.message}`)
        return []
      }
    }),
  )
  return {
    resources: lists.flat().filter(({ group }) => !duplicateGroups.has(group)),
    failure:
      failures.length === 0
        ? ''
        : `Discovery failed for some groups, ${failures.length} failing: unable to retrieve the complete list of server APIs: ${failures.toSorted().join(', ')}`,
  }
}

const toNamespaced = ({ groupVersion, resources }: ApiResourceList): readonly NamespacedResource[] =>
  resources
    .filter(
      ({ name, namespaced, verbs }) =>
        namespaced && !name.includes('/') && verbs.includes('delete') && verbs.includes('list'),
    )
    .map(({ name, verbs }) => ({
      group: groupVersion.includes('/') ? groupVersion.slice(0, groupVersion.indexOf('/')) : '',
      groupVersion,
      resource: name,
      deletesCollections: verbs.includes('deletecollection'),
    }))

/** Returns the path of the collection in one namespace. */
export const pathIn = ({ group, groupVersion, resource }: NamespacedResource, namespace: string): string =>
  `${group === '' ? '/api' : '/apis'}/${groupVersion}/namespaces/${encodeURIComponent(namespace)}/${resource}`
