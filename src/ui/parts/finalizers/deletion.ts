import type { ApiObject } from '#api/object-meta.ts'

/**
 * Returns the JSON merge patch that removes a finalizer. It includes the resourceVersion that was read, so that two
 * controllers cannot undo each other's patch.
 */
export function letGoPatch(object: ApiObject, finalizer: string): string {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer)
  return JSON.stringify({ metadata: { resourceVersion: object.metadata.resourceVersion, finalizers } })
}
