import type { ApiObject } from '#api/object-meta.ts'
import { objectPath } from '#ui/model/discovery.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

interface Place {
  readonly object: ApiObject
  readonly ref: ObjectRef
}

/** Returns the live object at a path, from the objects that the page watches. */
export const objectAt = (state: ObjectsState, path: string): ApiObject | undefined => placeAt(state, path)?.object

/** Returns the reference of the live object at a path. */
export const refAt = (state: ObjectsState, path: string): ObjectRef | undefined => placeAt(state, path)?.ref

function placeAt({ collections }: ObjectsState, path: string): Place | undefined {
  for (const { resource, items } of collections.values()) {
    if (!path.includes(`/${resource.resource}/`)) continue
    for (const object of items.values()) {
      const { namespace = '', name = '' } = object.metadata
      if (objectPath(resource, namespace, name) === path)
        return { object, ref: { resourceId: resource.id, namespace, name } }
    }
  }
  return undefined
}
