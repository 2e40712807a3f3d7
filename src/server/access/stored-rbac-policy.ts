import type { ApiObject } from '#api/object-meta.ts'
import type { PolicyRule } from '#server/auth/rbac/policy-rule.ts'
import type { Binding, RbacPolicy } from '#server/auth/rbac/rbac-policy.ts'
import { rbacGroup } from '#server/auth/rbac/rbac-group.ts'
import { prefixOf } from '#server/registry/storage-key.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** Objects of one type by namespace and name, kept current by a watch. */
interface Mirror<Value> {
  read(): Promise<ReadonlyMap<string, ReadonlyMap<string, Value>>>
  stop(): void
}

/** Returns the RBAC policy of the store, listed once and then watched. `stop` ends the watches. [AC5] */
export function storedRbacPolicy(objects: ObjectStore, resources: ResourceTable): RbacPolicy & { stop(): void } {
  const mirror = <Value>(resource: string, read: (object: ApiObject) => Value): Mirror<Value> => {
    const definition = resources.findStored(rbacGroup, resource)
    return definition === undefined ? nothing : followed(objects, prefixOf(definition, ''), read)
  }
  const rules = { '': mirror('clusterroles', rulesOf), namespaced: mirror('roles', rulesOf) }
  const bindings = { '': mirror('clusterrolebindings', toBinding), namespaced: mirror('rolebindings', toBinding) }
  const sorted = new WeakMap<ReadonlyMap<string, Binding>, readonly Binding[]>()
  return {
    async bindings(namespace) {
      const all = await bindings[namespace === '' ? '' : 'namespaced'].read()
      const here = all.get(namespace)
      if (here === undefined) return []
      const cached = sorted.get(here)
      if (cached !== undefined) return cached
      const made = [...here.values()].toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
      sorted.set(here, made)
      return made
    },
    async rules(namespace, name) {
      const all = await rules[namespace === '' ? '' : 'namespaced'].read()
      return all.get(namespace)?.get(name) ?? null
    },
    stop() {
      for (const each of [rules[''], rules.namespaced, bindings[''], bindings.namespaced]) each.stop()
    },
  }
}

const nothing: Mirror<never> = { read: async () => new Map(), stop: () => undefined }

function followed<Value>(objects: ObjectStore, prefix: string, toValue: (object: ApiObject) => Value): Mirror<Value> {
  let loading: Promise<Map<string, ReadonlyMap<string, Value>>> | null = null
  let endWatch = (): void => undefined
  const load = async (): Promise<Map<string, ReadonlyMap<string, Value>>> => {
    const { items, revision } = await objects.list({ prefix })
    const all = new Map<string, ReadonlyMap<string, Value>>()
    for (const { object } of items) put(all, object, toValue(object))
    endWatch = objects.watch({
      prefix,
      after: revision,
      onEvents(events) {
        for (const { type, stored } of events)
          put(all, stored.object, type === 'DELETED' ? undefined : toValue(stored.object))
      },
      // The watch ended: the next use lists everything again.
      onEnd: () => (loading = null),
    })
    return all
  }
  return {
    // The next use retries a failed list.
    read: () =>
      (loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })),
    stop: () => endWatch(),
  }
}

/**
 * Replaces the map of the namespace, so that values derived from the old map are recognized as stale. `undefined`
 * removes the object.
 */
function put<Value>(all: Map<string, ReadonlyMap<string, Value>>, object: ApiObject, value: Value | undefined): void {
  const { namespace = '', name = '' } = object.metadata
  const next = new Map(all.get(namespace))
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  all.set(namespace, next)
}

const listOf = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? (value as readonly Item[]) : [])

const rulesOf = (role: ApiObject): readonly PolicyRule[] => listOf<PolicyRule>(role['rules'])

const toBinding = (binding: ApiObject): Binding => ({
  name: binding.metadata.name ?? '',
  namespace: binding.metadata.namespace ?? '',
  roleRef: (binding['roleRef'] ?? {}) as Binding['roleRef'],
  subjects: listOf<Binding['subjects'][number]>(binding['subjects']),
})
