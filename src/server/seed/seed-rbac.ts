import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { rbacGroup } from '#server/auth/rbac/rbac-group.ts'
import { serverUser } from '#server/auth/user-info.ts'
import { createUnlessThere } from './create-unless-there.ts'
import { reconcileDefault } from './reconcile-rbac.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { ownedByServer, serverScope } from '#server/registry/server-write.ts'
import { keyOf } from '#server/registry/storage-key.ts'
import { updateObject } from '#server/registry/update.ts'

/** The default roles and bindings of a new server by resource. */
export type DefaultRbac = Readonly<Record<string, readonly ApiObject[]>>

/**
 * Creates the missing default roles and bindings and restores changed ones. All writes run concurrently, so that the
 * log commits them as one group. [AC11] [AC23]
 */
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
  const key = keyOf(definition, namespace, name)
  const found = await registry.objects.get(key)
  const reconciled = found === null ? null : reconcileDefault(found.object, object)
  if (reconciled?.type === 'keep') return
  const scope = serverScope(registry, definition, { user: serverUser, verb: 'create', namespace })
  if (reconciled?.type === 'update') {
    const { next } = reconciled
    const makeNext = async (live: ApiObject | null): Promise<ApiObject> => ownedByServer(scope, '', next, live)
    await updateObject(registry, scope, { name, uid: '', makeNext, hooks: {} })
    return
  }
  if (found !== null) {
    const { revision: expected } = found
    await registry.objects.write({ key, expected, object: null, author: scope.author })
  }
  const next = cloneJson(object)
  definition.strategy.default?.(next)
  await createUnlessThere(registry, scope, ownedByServer(scope, '', next, null))
}
