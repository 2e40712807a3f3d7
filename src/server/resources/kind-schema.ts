import { toApiVersion } from '#api/group-version-resource.ts'
import { compileFacts, type FactsFile, type GoFacts } from '#schema/facts-to-schema.ts'
import type { StructSchema } from '#schema/schema.ts'
import admissionregistrationV1 from './field-facts/admissionregistration.v1.json' with { type: 'json' }
import admissionregistrationV1beta1 from './field-facts/admissionregistration.v1beta1.json' with { type: 'json' }
import apiextensionsV1 from './field-facts/apiextensions.v1.json' with { type: 'json' }
import apiregistrationV1 from './field-facts/apiregistration.v1.json' with { type: 'json' }
import apidiscoveryV2 from './field-facts/apidiscovery.v2.json' with { type: 'json' }
import appsV1 from './field-facts/apps.v1.json' with { type: 'json' }
import authenticationV1 from './field-facts/authentication.v1.json' with { type: 'json' }
import authenticationV1beta1 from './field-facts/authentication.v1beta1.json' with { type: 'json' }
import authorizationV1 from './field-facts/authorization.v1.json' with { type: 'json' }
import authorizationV1beta1 from './field-facts/authorization.v1beta1.json' with { type: 'json' }
import autoscalingV1 from './field-facts/autoscaling.v1.json' with { type: 'json' }
import autoscalingV2 from './field-facts/autoscaling.v2.json' with { type: 'json' }
import batchV1 from './field-facts/batch.v1.json' with { type: 'json' }
import certificatesV1 from './field-facts/certificates.v1.json' with { type: 'json' }
import coordinationV1 from './field-facts/coordination.v1.json' with { type: 'json' }
import coreV1 from './field-facts/core.v1.json' with { type: 'json' }
import discoveryV1 from './field-facts/discovery.v1.json' with { type: 'json' }
import eventsV1 from './field-facts/events.v1.json' with { type: 'json' }
import flowcontrolV1 from './field-facts/flowcontrol.v1.json' with { type: 'json' }
import metaV1 from './field-facts/meta.v1.json' with { type: 'json' }
import networkingV1 from './field-facts/networking.v1.json' with { type: 'json' }
import nodeV1 from './field-facts/node.v1.json' with { type: 'json' }
import policyV1 from './field-facts/policy.v1.json' with { type: 'json' }
import rbacV1 from './field-facts/rbac.v1.json' with { type: 'json' }
import resourceV1 from './field-facts/resource.v1.json' with { type: 'json' }
import schedulingV1 from './field-facts/scheduling.v1.json' with { type: 'json' }
import storageV1 from './field-facts/storage.v1.json' with { type: 'json' }
import goFacts from './go-facts.json' with { type: 'json' }

const files = [
  admissionregistrationV1,
  admissionregistrationV1beta1,
  apiextensionsV1,
  apiregistrationV1,
  apidiscoveryV2,
  appsV1,
  authenticationV1,
  authenticationV1beta1,
  authorizationV1,
  authorizationV1beta1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  coordinationV1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  metaV1,
  networkingV1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  schedulingV1,
  storageV1,
]

/** Kinds whose types are not those of the group that answers name, by the apiVersion of the answer. */
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

/** The schema of a kind by the words that its objects carry, lists and answers of the API itself too; `undefined` when the facts have none. */
export function kindSchema(apiVersion: string, kind: string): StructSchema | undefined {
  const shared = sharedKinds.get(apiVersion)
  if (shared?.kinds.includes(kind) === true) return structSchema(`${shared.types}.${kind}`)
  typeNames ??= collectTypeNames()
  const name = typeNames.get(`${apiVersion} ${kind}`)
  return name === undefined ? undefined : structSchema(name)
}

let typeNames: ReadonlyMap<string, string> | undefined

interface KindFact {
  readonly group: string
  readonly version: string
  readonly type: string
}

const collectTypeNames = (): ReadonlyMap<string, string> =>
  new Map(
    (files as unknown as readonly { readonly kinds: { readonly [kind: string]: KindFact } }[]).flatMap(({ kinds }) =>
      Object.entries(kinds).map(([kind, { group, version, type }]): [string, string] => [
        `${toApiVersion({ group, version })} ${kind}`,
        type,
      ]),
    ),
  )

/** Group, kind and version, by which clients find the model of a kind. */
export interface PublishedKind {
  readonly group: string
  readonly kind: string
  readonly version: string
}

let kindsByType: ReadonlyMap<string, readonly PublishedKind[]> | undefined

/** The kinds whose objects are of this type; none for a part of one. */
export function kindsOfType(name: string): readonly PublishedKind[] {
  kindsByType ??= collectKinds()
  return kindsByType.get(name) ?? []
}

/** Options and events are kinds of every group version; what tells of the API is a kind of the core. */
function collectKinds(): ReadonlyMap<string, readonly PublishedKind[]> {
  const facts = (files as unknown as readonly { readonly kinds: { readonly [kind: string]: KindFact } }[]).flatMap(
    ({ kinds }) => Object.entries(kinds),
  )
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

/** The schema of one type of the reference, by its full name: `apps.v1.Deployment`. Compiled when first asked for. */
export function structSchema(name: string): StructSchema {
  compiled ??= compileFacts(files as unknown as readonly FactsFile[], goFacts as unknown as GoFacts)
  return compiled(name)
}
