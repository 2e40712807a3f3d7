import type { ApiObject } from '#api/object-meta.ts'

/** Keeps the metadata on a status write, except for managedFields and the resourceVersion precondition. In place. */
export function keepMetadata(next: ApiObject, live: ApiObject): void {
  const { managedFields, resourceVersion } = next.metadata
  const { managedFields: _owners, resourceVersion: _version, ...kept } = live.metadata
  next.metadata = {
    ...kept,
    ...(managedFields !== undefined && { managedFields }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
}
