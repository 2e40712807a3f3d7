import { toApiVersion } from '#api/group-version-resource.ts'
import type { StructSchema } from '#schema/schema.ts'
import { type GroupTypes, knownGroups, structSchema, typeOfKind } from './group-types.ts'
import { apidiscoveryV2 } from './schemas/apidiscovery-v2.ts'
import { metaV1 } from './schemas/meta-v1.ts'

/**
 * Kinds that are served under an apiVersion other than that of the group that defines their type, by served apiVersion.
 */
const sharedKinds: ReadonlyMap<string, { readonly types: GroupTypes; readonly kinds: readonly string[] }> = new Map([
  ['', { types: metaV1, kinds: ['APIResourceList', 'APIVersions'] }],
  [
    'v1',
    {
      types: metaV1,
      kinds: ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'DeleteOptions', 'Status'],
    },
  ],
  ['meta.orch.io/v1', { types: metaV1, kinds: ['PartialObjectMetadata', 'PartialObjectMetadataList'] }],
  ['meta.orch.io/v1beta1', { types: metaV1, kinds: ['PartialObjectMetadata', 'PartialObjectMetadataList'] }],
  ['apidiscovery.orch.io/v2beta1', { types: apidiscoveryV2, kinds: ['APIGroupDiscoveryList'] }],
])

/**
 * Returns the schema of a kind by the `apiVersion` and `kind` of its objects; also of lists and of responses such as
 * Status. `undefined` if there are no facts about it.
 */
export function kindSchema(apiVersion: string, kind: string): StructSchema | undefined {
  const shared = sharedKinds.get(apiVersion)
  if (shared?.kinds.includes(kind) === true) return shared.types.schema(kind)
  const name = typeOfKind(apiVersion, kind)
  return name === undefined ? undefined : structSchema(name)
}

/** The `x-…-group-version-kind` by which clients look up the OpenAPI model of a kind. */
export interface PublishedKind {
  readonly group: string
  readonly kind: string
  readonly version: string
}

let kindsByType: ReadonlyMap<string, readonly PublishedKind[]> = new Map()
/** The number of group versions that {@link kindsByType} has. */
let groupsCollected = 0

/** Returns the kinds whose objects have this type; empty for the type of a field. */
export function kindsOfType(name: string): readonly PublishedKind[] {
  if (groupsCollected !== knownGroups().length) {
    kindsByType = collectKinds()
    groupsCollected = knownGroups().length
  }
  return kindsByType.get(name) ?? []
}

/**
 * Collects kinds by type. DeleteOptions and WatchEvent are kinds of every group version; the kinds of discovery and
 * Status belong to the core group.
 */
function collectKinds(): ReadonlyMap<string, readonly PublishedKind[]> {
  const facts = knownGroups().flatMap(({ facts: { kinds } }) => Object.entries(kinds))
  const byType = new Map(facts.map(([kind, { group, version, type }]) => [type, [{ group, kind, version }]]))
  for (const kind of ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status'])
    byType.set(`meta.v1.${kind}`, [{ group: '', kind, version: 'v1' }])
  const places = new Map(facts.map(([, { group, version }]) => [toApiVersion({ group, version }), { group, version }]))
  const sorted = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
  for (const kind of ['DeleteOptions', 'WatchEvent'])
    byType.set(
      `meta.v1.${kind}`,
      sorted.map(({ group, version }) => ({ group, kind, version })),
    )
  return byType
}
