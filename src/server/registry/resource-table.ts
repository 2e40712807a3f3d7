import type { ResourceDefinition } from './resource-definition.ts'
import type { Subresource } from './subresource.ts'

/** The resource types that are currently served. */
export interface ResourceTable {
  readonly definitions: readonly ResourceDefinition[]
  find(group: string, version: string, resource: string): ResourceDefinition | undefined
  /** Returns the type that is stored under this group and resource, whatever its version. */
  findStored(group: string, resource: string): ResourceDefinition | undefined
  /** Returns the versions of a group, preferred version first; empty for a group that is not served. */
  versions(group: string): readonly string[]
  /** The groups in discovery order: the core group (`''`) first. */
  readonly groups: readonly string[]
}

export const findSubresource = (definition: ResourceDefinition, name: string): Subresource | undefined =>
  definition.subresources?.find((subresource) => subresource.name === name)

const keepsOwn = ({ storage, group, resource }: ResourceDefinition): boolean =>
  storage === undefined || (storage.group === group && storage.resource === resource)

const keyOf = (group: string, version: string, resource: string): string => `${group}/${version}/${resource}`

const storedKeyOf = (group: string, resource: string): string => `${group}/${resource}`

export function createResourceTable(definitions: readonly ResourceDefinition[]): ResourceTable {
  const byName = new Map(definitions.map((each) => [keyOf(each.group, each.version, each.resource), each]))
  // The first of several types that share their storage.
  const byStorage = new Map(
    definitions
      .filter(keepsOwn)
      .toReversed()
      .map((each) => [storedKeyOf(each.group, each.resource), each]),
  )
  const versionsOf = new Map<string, Set<string>>()
  for (const { group, version } of definitions)
    versionsOf.set(group, (versionsOf.get(group) ?? new Set<string>()).add(version))
  return {
    definitions,
    find: (group, version, resource) => byName.get(keyOf(group, version, resource)),
    findStored: (group, resource) => byStorage.get(storedKeyOf(group, resource)),
    versions: (group) => [...(versionsOf.get(group) ?? [])].toSorted(compareVersions),
    groups: [...versionsOf.keys()],
  }
}

/**
 * Compares versions by Kubernetes version priority: `v2` before `v1` before `v1beta2` before `v1beta1` before
 * `v1alpha1`.
 */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [rank(a), rank(b)]
  return y.stage - x.stage || y.major - x.major || y.minor - x.minor || (a < b ? -1 : Number(a > b))
}

function rank(version: string): { readonly stage: number; readonly major: number; readonly minor: number } {
  const parts = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/.exec(version)
  if (parts === null) return { stage: 0, major: 0, minor: 0 }
  const stage = parts[2] === undefined ? 3 : parts[2] === 'beta' ? 2 : 1
  return { stage, major: Number(parts[1]), minor: Number(parts[3] ?? 0) }
}
