import type { ApiObject } from '#api/object-meta.ts'
import { keyOf, prefixOf } from '#server/registry/storage-key.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { ServiceReader } from './resolve-service.ts'

const serviceLabel = 'orch.io/service-name'

/** Reads services and their endpoints from the store. */
export function createServiceReader(objects: ObjectStore, resources: () => ResourceTable): ServiceReader {
  const read = async (resource: string, namespace: string, name: string): Promise<ApiObject | null> => {
    const definition = resources().findStored('', resource)
    const stored = definition === undefined ? null : await objects.get(keyOf(definition, namespace, name))
    return stored === null ? null : stored.object
  }
  return {
    service: (namespace, name) => read('services', namespace, name),
    endpoints: (namespace, name) => read('endpoints', namespace, name),
    async slices(namespace, name) {
      const definition = resources().findStored('discovery.orch.io', 'endpointslices')
      if (definition === undefined) return []
      const { items } = await objects.list({ prefix: prefixOf(definition, namespace) })
      return items.map(({ object }) => object).filter(({ metadata }) => metadata.labels?.[serviceLabel] === name)
    },
  }
}
