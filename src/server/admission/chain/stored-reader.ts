import { soon } from '#api/waiting/soon.ts'
import { objectsFor } from '#server/registry/conversion/converted-objects.ts'
import { fromStored } from '#server/registry/registry.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { keyOf, prefixOf } from '#server/registry/storage-key.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { AdmissionReader } from './plugin.ts'

/** Reads the newest objects of any served type, for plugins and actions. */
export const createReader = (objects: ObjectStore, resources: () => ResourceTable): AdmissionReader => ({
  get({ group, resource }, namespace, name) {
    const definition = resources().findStored(group, resource)
    if (definition === undefined) return null
    return soon(objectsFor(objects, definition).get(keyOf(definition, namespace, name)), (stored) =>
      stored === null ? null : fromStored(definition, stored),
    )
  },
  list({ group, resource }, namespace) {
    const definition = resources().findStored(group, resource)
    if (definition === undefined) return []
    return soon(objectsFor(objects, definition).list({ prefix: prefixOf(definition, namespace) }), ({ items }) =>
      items.map((stored) => fromStored(definition, stored)),
    )
  },
})
