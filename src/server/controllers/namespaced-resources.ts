import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'

/** A collection that lives in namespaces and can be emptied. */
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

/** The same objects under a second name would only be deleted twice. */
const twins = new Set(['events.orch.io'])

/** What discovery told; `failure` says in the reference's words which groups did not answer, `''` for none. */
export interface Discovered {
  readonly resources: readonly NamespacedResource[]
  readonly failure: string
}

/** All that can stand in a namespace, by discovery. Groups that don't answer don't hide the others. */
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
    resources: lists.flat().filter(({ group }) => !twins.has(group)),
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

/** Path of the collection in one namespace. */
export const pathIn = ({ group, groupVersion, resource }: NamespacedResource, namespace: string): string =>
  `${group === '' ? '/api' : '/apis'}/${groupVersion}/namespaces/${encodeURIComponent(namespace)}/${resource}`
