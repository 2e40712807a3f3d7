import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { createObject } from '#server/registry/create.ts'
import type { Registry, Scope } from '#server/registry/registry.ts'

/** Creates an object of a new server, unless another host of the same store has created it meanwhile. [ETC3] */
export async function createUnlessThere(registry: Registry, scope: Scope, object: ApiObject): Promise<void> {
  try {
    await createObject(registry, scope, object, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error
  }
}
