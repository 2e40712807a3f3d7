import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { rbacGroup } from './auth/rbac/rbac-group.ts'
import { serverUser } from './auth/user-info.ts'
import { createObject } from './registry/create.ts'
import type { Registry, Scope } from './registry/registry.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { ownedByServer } from './registry/server-write.ts'
import { keyOf } from './registry/storage-key.ts'

/** Default roles and bindings by resource, as a fresh server has them. */
export type DefaultRbac = Readonly<Record<string, readonly ApiObject[]>>

/** Makes the default roles and bindings that are missing. All writes are under way at once, so that the log commits them together. [AC11] */
export async function seedRbac(registry: Registry, resources: ResourceTable, defaults: DefaultRbac): Promise<void> {
  await Promise.all(
    Object.entries(defaults).flatMap(([resource, objects]) =>
      objects.map((object) => seedOne(registry, resources, { resource, object })),
    ),
  )
}

async function seedOne(
  registry: Registry,
  resources: ResourceTable,
  { resource, object }: { readonly resource: string; readonly object: ApiObject },
): Promise<void> {
  const definition = resources.findStored(rbacGroup, resource)
  if (definition === undefined) return
  const { name = '', namespace = '' } = object.metadata
  if ((await registry.objects.get(keyOf(definition, namespace, name))) !== null) return
  const scope: Scope = {
    definition,
    strategy: definition.strategy,
    namespace,
    context: { nowMs: registry.clock.now(), dryRun: false, user: serverUser, random: registry.random },
    author: { actor: serverUser.name, verb: 'create', manager: 'orchard' },
    warn: () => undefined,
  }
  const next = cloneJson(object)
  definition.strategy.default?.(next)
  await createObject(registry, scope, ownedByServer(scope, '', next, null), {})
}
