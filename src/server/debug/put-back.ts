import { ApiError, badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toRevision } from '#api/revision.ts'
import type { DebugPutBack } from '#facts/debug-api.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { WriteRequest } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { reading } from './introspection.ts'

const author = { actor: 'system:orchard', manager: 'orchard' }

/**
 * Stores the object of a key again, as it was at a revision: with its uid, managers and status, by a new write. An
 * object that did not exist then is removed. Trials begin each run with it. [DB13]
 * @throws ApiError BadRequest, Expired, NotFound, Conflict
 */
export async function putBack(body: JsonObject, { registry }: ServerContext): Promise<DebugPutBack> {
  const { key, at } = readPlace(body)
  const { objects } = registry
  const then = await reading(async () => objects.get(key, toRevision(at)))
  const now = await objects.get(key)
  if (then === null && now === null)
    throw new ApiError('NotFound', `${key} was not there at ${at} and is not there now`)
  if (now !== null && then?.revision === now.revision) return { revision: now.revision }
  const written = await objects.write(writeOf(key, then, now))
  if (written.type === 'lost') throw new ApiError('Conflict', `${key} was written at the same time; try again`)
  return { revision: written.stored.revision }
}

function readPlace({ key, at }: JsonObject): { readonly key: string; readonly at: number } {
  if (typeof key !== 'string' || !key.startsWith('/registry/')) throw badRequest('key is a key of the store')
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 1) throw badRequest('at is a revision')
  return { key, at }
}

/** The write that replaces `now` by `then`. */
function writeOf(key: string, then: StoredObject | null, now: StoredObject | null): WriteRequest {
  const verb = then === null ? 'delete' : now === null ? 'create' : 'update'
  const object = then === null ? null : storedForm(then)
  return { key, expected: now?.revision ?? 0, object, author: { ...author, verb } }
}

/** The store sets the resourceVersion itself. */
function storedForm({ object }: StoredObject): ApiObject {
  const { resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, metadata }
}
