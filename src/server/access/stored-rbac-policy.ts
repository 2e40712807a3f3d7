import type { ApiObject } from '#api/object-meta.ts'
import type { PolicyRule } from '#server/auth/rbac/policy-rule.ts'
import type { Binding, RbacPolicy } from '#server/auth/rbac/rbac-policy.ts'
import { rbacGroup } from '#server/auth/rbac/rbac-group.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type Mirror, mirrorOf } from './stored-mirror.ts'

/** Returns the RBAC policy of the store, listed once and then watched. `stop` ends the watches. [AC5] */
export function storedRbacPolicy(objects: ObjectStore, resources: ResourceTable): RbacPolicy & { stop(): void } {
  const mirror = <Value>(resource: string, read: (object: ApiObject) => Value): Mirror<Value> =>
    mirrorOf(objects, resources.findStored(rbacGroup, resource), read)
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

const listOf = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? (value as readonly Item[]) : [])

const rulesOf = (role: ApiObject): readonly PolicyRule[] => listOf<PolicyRule>(role['rules'])

const toBinding = (binding: ApiObject): Binding => ({
  name: binding.metadata.name ?? '',
  namespace: binding.metadata.namespace ?? '',
  roleRef: (binding['roleRef'] ?? {}) as Binding['roleRef'],
  subjects: listOf<Binding['subjects'][number]>(binding['subjects']),
})
