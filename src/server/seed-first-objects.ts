import type { ApiObject } from '#api/object-meta.ts'
import { serverUser } from './auth/user-info.ts'
import { ownObjects } from './own-objects.ts'
import { createObject } from './registry/create.ts'
import type { Registry, Scope } from './registry/registry.ts'
import type { ResourceDefinition } from './registry/resource-definition.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { toTimestamp } from './registry/object-meta.ts'
import { ownedByServer } from './registry/server-write.ts'
import { keyOf } from './registry/storage-key.ts'

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

/** Makes what a fresh server has, where it is missing: the first namespaces [NS1], the system's priority classes [PC4], and what it says of itself. */
export async function seedFirstObjects(registry: Registry, resources: ResourceTable): Promise<void> {
  const kinds: readonly (readonly [group: string, resource: string, objects: readonly ApiObject[]])[] = [
    ['', 'namespaces', namespaces],
    ['scheduling.orch.io', 'priorityclasses', priorityClasses],
    ...ownObjects(resources, toTimestamp(registry.clock.now())),
  ]
  for (const [group, resource, objects] of kinds) await seed(registry, resources.findStored(group, resource), objects)
}

async function seed(
  registry: Registry,
  definition: ResourceDefinition | undefined,
  objects: readonly ApiObject[],
): Promise<void> {
  if (definition === undefined) return
  const scope: Scope = {
    definition,
    strategy: definition.strategy,
    namespace: '',
    context: { nowMs: registry.clock.now(), dryRun: false, user: serverUser, random: registry.random },
    author: { actor: serverUser.name, verb: 'create', manager: 'orchard' },
    warn: () => undefined,
  }
  // At once: what is missing goes to the disk together.
  const make = async (object: ApiObject): Promise<void> => {
    if ((await registry.objects.get(keyOf(definition, '', object.metadata.name ?? ''))) !== null) return
    const { group, version, kind } = definition
    const apiVersion = group === '' ? version : `${group}/${version}`
    const next: ApiObject = { ...object, kind, apiVersion, metadata: { ...object.metadata } }
    definition.strategy.default?.(next)
    await createObject(registry, scope, ownedByServer(scope, '', next, null), {})
  }
  await Promise.all(objects.map(make))
}
