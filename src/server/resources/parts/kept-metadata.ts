import type { ApiObject } from '#api/object-meta.ts'

/** A write of the status keeps the metadata, all but who owns what and the version that the writer has seen. In place. */
export function keepMetadata(next: ApiObject, live: ApiObject): void {
  const { managedFields, resourceVersion } = next.metadata
  const { managedFields: _owners, resourceVersion: _version, ...kept } = live.metadata
  next.metadata = {
    ...kept,
    ...(managedFields !== undefined && { managedFields }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
}
