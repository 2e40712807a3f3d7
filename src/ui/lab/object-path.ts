import { objectPath } from '#ui/model/discovery.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { Lab } from './lab.ts'

/** Returns the path of the object that `ref` names; `''` for a kind that the server no longer serves. */
export function pathOf(lab: Lab, ref: ObjectRef): string {
  const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
  return resource === undefined ? '' : objectPath(resource, ref.namespace, ref.name)
}
