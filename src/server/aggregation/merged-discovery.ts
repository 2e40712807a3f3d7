import { type Json, type JsonObject, textOf } from '#api/json.ts'
import { compareVersions } from '#server/registry/resource-table.ts'
import type { Aggregation } from './aggregation.ts'
import type { RemoteService } from './remote-service.ts'

/**
 * Returns the groups of this server and of others, ordered by the priorities of their APIServices. The core group is in
 * none of them. [APS8]
 */
export function mergeGroups(aggregation: Aggregation, own: readonly string[]): readonly string[] {
  const remote = aggregation.list().map(({ group }) => group)
  const all = [...new Set([...own, ...remote])].filter((group) => group !== '')
  const priority = new Map(all.map((group) => [group, aggregation.groupPriority(group)]))
  return all.toSorted((a, b) => (priority.get(b) ?? 0) - (priority.get(a) ?? 0) || (a < b ? -1 : 1))
}

/** Returns the versions of one group, ordered by their priorities. A version of another server replaces an own one. */
export function mergeVersions(aggregation: Aggregation, group: string, own: readonly string[]): readonly string[] {
  const remote = aggregation.ofGroup(group)
  if (remote.length === 0) return own
  const priority = (version: string): number => aggregation.versionPriority(group, version)
  const all = new Set([...own, ...remote.map(({ version }) => version)])
  return [...all].toSorted((a, b) => priority(b) - priority(a) || compareVersions(a, b))
}

/** Returns a version of another server in the form of aggregated discovery, from its plain resource list. [APS8] */
export function remoteVersionDiscovery(
  aggregation: Aggregation,
  { name, version, isAvailable }: RemoteService,
): JsonObject {
  const listed = aggregation.documentsOf(name)?.resources ?? []
  const isSub = (each: JsonObject): boolean => textOf(each['name']).includes('/')
  const resources = listed
    .filter((each) => !isSub(each))
    .map((each) => {
      const resource = textOf(each['name'])
      const parts = listed.filter((part) => textOf(part['name']).startsWith(`${resource}/`))
      return {
        resource,
        responseKind: kindOf(each),
        scope: each['namespaced'] === true ? 'Namespaced' : 'Cluster',
        singularResource: textOf(each['singularName']),
        verbs: each['verbs'] ?? [],
        ...(each['shortNames'] === undefined ? {} : { shortNames: each['shortNames'] }),
        ...(each['categories'] === undefined ? {} : { categories: each['categories'] }),
        ...(parts.length === 0
          ? {}
          : {
              subresources: parts.map((part) => ({
                subresource: textOf(part['name']).slice(resource.length + 1),
                responseKind: kindOf(part),
                verbs: part['verbs'] ?? [],
              })),
            }),
      }
    })
  return {
    version,
    ...(resources.length === 0 ? {} : { resources: resources as Json[] }),
    freshness: isAvailable ? 'Current' : 'Stale',
  }
}

const kindOf = (each: JsonObject): JsonObject => ({
  group: textOf(each['group']),
  version: textOf(each['version']),
  kind: textOf(each['kind']),
})
