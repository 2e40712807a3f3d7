import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { serverUser } from '#server/auth/user-info.ts'
import { defaultServiceNetwork } from '#server/resources/core/services/service-network.ts'
import { bootstrapObjects, serviceCidrManager } from './bootstrap-objects.ts'
import { createUnlessThere } from './create-unless-there.ts'
import type { Registry, Scope } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import { applied, withManaged } from '#server/registry/managed-fields/owners.ts'
import { ownedByServer, serverScope } from '#server/registry/server-write.ts'
import { keyOf } from '#server/registry/storage-key.ts'

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name) => ({ metadata: { name } }))

const priorityClasses = [
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
]

/** Creates the objects of a new server that are missing: namespaces [NS1], system priority classes [PC4], {@link bootstrapObjects}. */
export async function seedFirstObjects(
  registry: Registry,
  resources: ResourceTable,
  serviceNetwork: string = defaultServiceNetwork,
): Promise<void> {
  const kinds: readonly (readonly [group: string, resource: string, objects: readonly ApiObject[]])[] = [
    ['', 'namespaces', namespaces],
    ['scheduling.orch.io', 'priorityclasses', priorityClasses],
    ...bootstrapObjects(resources, toTimestamp(registry.clock.now()), serviceNetwork),
  ]
  for (const [group, resource, objects] of kinds) await seed(registry, resources.findStored(group, resource), objects)
}

async function seed(
  registry: Registry,
  definition: ResourceDefinition | undefined,
  objects: readonly ApiObject[],
): Promise<void> {
  if (definition === undefined) return
  const scope = serverScope(registry, definition, { user: serverUser, verb: 'create', namespace: '' })
  // All at once, so that the log commits the missing objects as one group.
  const createMissing = async (object: ApiObject): Promise<void> => {
    if ((await registry.objects.get(keyOf(definition, '', object.metadata.name ?? ''))) !== null) return
    const { group, version, kind } = definition
    const apiVersion = group === '' ? version : `${group}/${version}`
    const next: ApiObject = { ...object, kind, apiVersion, metadata: { ...object.metadata } }
    definition.strategy.default?.(next)
    await createUnlessThere(registry, scope, withStatusOwner(scope, ownedByServer(scope, '', next, null)))
  }
  await Promise.all(objects.map(createMissing))
}

/** Makes a controller's apply the owner of the status, if the object has one. */
function withStatusOwner({ definition, context }: Scope, { status, ...object }: ApiObject): ApiObject {
  if (status === undefined) return object
  const write = {
    kind: definition,
    manager: serviceCidrManager,
    subresource: 'status',
    nowMs: context.nowMs,
    resetFields: [['spec']],
    versionOf: () => undefined,
  }
  const config = { apiVersion: object.apiVersion, kind: object.kind, metadata: { name: object.metadata.name }, status }
  const { managed } = applied(write, object, { config: config as JsonObject, force: true })
  return { ...withManaged(object, managed), status }
}
