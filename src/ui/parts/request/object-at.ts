import type { ApiObject } from '#api/object-meta.ts'
import { objectPath } from '#ui/model/discovery.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'

/** Returns the live object at a path, from the objects that the page watches. */
export function objectAt({ collections }: ObjectsState, path: string): ApiObject | undefined {
  for (const { resource, items } of collections.values()) {
    if (!path.includes(`/${resource.resource}/`)) continue
    for (const object of items.values()) {
      if (objectPath(resource, object.metadata.namespace ?? '', object.metadata.name ?? '') === path) return object
    }
  }
  return undefined
}
