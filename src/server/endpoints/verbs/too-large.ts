import type { ApiObject } from '#api/object-meta.ts'
import { StorageError } from '#server/storage/log.ts'

/**
 * Runs a write, and runs it again without managed fields if the object is too large to be stored, since managed
 * fields may be a large part of it. `strip` must be applied to the object that `write` is about to store. [WR14]
 */
export async function withoutOwnersIfTooLarge<Result>(
  write: (strip: (object: ApiObject) => ApiObject) => Promise<Result>,
): Promise<Result> {
  try {
    return await write((object) => object)
  } catch (error) {
    if (error instanceof StorageError && error.code === 'too-large') return write(withoutManagedFields)
    throw error
  }
}

function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields: _dropped, ...metadata } = object.metadata
  return { ...object, metadata }
}
