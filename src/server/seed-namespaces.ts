import type { ApiObject } from '#api/object-meta.ts'
import { serverUser } from './auth/user-info.ts'
import { createObject } from './registry/create.ts'
import type { Registry, Scope } from './registry/registry.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { keyOf } from './registry/storage-key.ts'

const first = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** Makes the namespaces of a fresh server, where they are missing. [NS1] */
export async function seedNamespaces(registry: Registry, resources: ResourceTable): Promise<void> {
  const definition = resources.findStored('', 'namespaces')
  if (definition === undefined) return
  const scope: Scope = {
    definition,
    strategy: definition.strategy,
    namespace: '',
    context: { nowMs: registry.clock.now(), dryRun: false, user: serverUser, random: registry.random },
    author: { actor: serverUser.name, verb: 'create', manager: 'orchard' },
    warn: () => undefined,
  }
  for (const name of first) {
    if ((await registry.objects.get(keyOf(definition, '', name))) !== null) continue
    const namespace: ApiObject = { kind: 'Namespace', apiVersion: 'v1', metadata: { name } }
    definition.strategy.default?.(namespace)
    await createObject(registry, scope, namespace, {})
  }
}
