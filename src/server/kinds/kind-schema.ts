import { toApiVersion } from '#api/group-version-resource.ts'
import { compileFacts, type GoFacts } from '#schema/facts-to-schema.ts'
import type { StructSchema } from '#schema/schema.ts'
import { fieldFacts } from './field-facts.ts'
import goFacts from './go-facts.json' with { type: 'json' }

/**
 * Kinds that are served under an apiVersion other than that of the group that defines their type, by served apiVersion.
 */
const sharedKinds: ReadonlyMap<string, { readonly types: string; readonly kinds: readonly string[] }> = new Map([
  ['', { types: 'meta.v1', kinds: ['APIResourceList', 'APIVersions'] }],
  [
    'v1',
    {
      types: 'meta.v1',
      kinds: ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'DeleteOptions', 'Status'],
    },
  ],
  ['meta.orch.io/v1', { types: 'meta.v1', kinds: ['PartialObjectMetadata', 'PartialObjectMetadataList'] }],
  ['meta.orch.io/v1beta1', { types: 'meta.v1', kinds: ['PartialObjectMetadata', 'PartialObjectMetadataList'] }],
  ['apidiscovery.orch.io/v2beta1', { types: 'apidiscovery.v2', kinds: ['APIGroupDiscoveryList'] }],
])

/**
 * Returns the schema of a kind by the `apiVersion` and `kind` of its objects; also of lists and of responses such as
 * Status. `undefined` if there are no facts about it.
 */
export function kindSchema(apiVersion: string, kind: string): StructSchema | undefined {
  const shared = sharedKinds.get(apiVersion)
  if (shared?.kinds.includes(kind) === true) return structSchema(`${shared.types}.${kind}`)
  typeNames ??= collectTypeNames()
  const name = typeNames.get(`${apiVersion} ${kind}`)
  return name === undefined ? undefined : structSchema(name)
}

let typeNames: ReadonlyMap<string, string> | undefined

const collectTypeNames = (): ReadonlyMap<string, string> =>
  new Map(
    fieldFacts.flatMap(({ kinds }) =>
      Object.entries(kinds).map(([kind, { group, version, type }]): [string, string] => [
        `${toApiVersion({ group, version })} ${kind}`,
        type,
      ]),
    ),
  )

/** The `x-…-group-version-kind` by which clients look up the OpenAPI model of a kind. */
export interface PublishedKind {
  readonly group: string
  readonly kind: string
  readonly version: string
}

let kindsByType: ReadonlyMap<string, readonly PublishedKind[]> | undefined

/** Returns the kinds whose objects have this type; empty for the type of a field. */
export function kindsOfType(name: string): readonly PublishedKind[] {
  kindsByType ??= collectKinds()
  return kindsByType.get(name) ?? []
}

/**
 * Collects kinds by type. DeleteOptions and WatchEvent are kinds of every group version; the kinds of discovery and
 * Status belong to the core group.
 */
function collectKinds(): ReadonlyMap<string, readonly PublishedKind[]> {
  const facts = fieldFacts.flatMap(({ kinds }) => Object.entries(kinds))
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

let compiled: ((name: string) => StructSchema) | undefined

/** Returns the schema of a type by its full name, such as `apps.v1.Deployment`. Compiled on first use. */
export function structSchema(name: string): StructSchema {
  compiled ??= compileFacts(fieldFacts, goFacts as GoFacts)
  return compiled(name)
}
