import { errorText } from '#api/error-text.ts'
import { badRequest } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugSnapshot } from '#facts/debug-api.ts'
import { decodeObject } from '#schema/decode.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject, toStoredForm } from '#server/registry/stored-form.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { objectKey } from '#server/storage/keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

const ROOT = '/registry/'
const format = 'orchard-snapshot/1'

/** Returns all stored objects in key order. */
export async function takeSnapshot(objects: ObjectStore, nowMs: number): Promise<DebugSnapshot> {
  const { revision, items } = await objects.list({ prefix: ROOT })
  return { format, takenMs: nowMs, revision, objects: items.map(({ object }) => object) }
}

/** An object of a snapshot with its storage key. */
export interface PlacedObject {
  readonly key: string
  readonly object: ApiObject
}

/**
 * Validates a whole snapshot before anything is changed. [DB6]
 * @throws ApiError BadRequest that names the first object that this server cannot store
 */
export function readSnapshot(sent: Json, resources: ResourceTable): readonly PlacedObject[] {
  if (!isObject(sent) || sent['format'] !== format) throw badRequest(`a snapshot has the format ${format}`)
  const { objects } = sent
  if (!Array.isArray(objects)) throw badRequest('objects: a snapshot has a list of objects')
  return objects.map((object, at) => placeObject(object, at, resources))
}

function placeObject(sent: Json, at: number, resources: ResourceTable): PlacedObject {
  const where = `objects[${at}]`
  if (!isObject(sent)) throw badRequest(`${where}: not an object`)
  const definition = findDefinition(sent, resources)
  if (definition === undefined)
    throw badRequest(`${where}: ${String(sent['kind'])} in ${String(sent['apiVersion'])} is not served`)
  const object = decoded(sent, definition, where)
  const { name, namespace = '' } = object.metadata
  if (name === undefined || name === '' || (namespace !== '') !== definition.namespaced) {
    throw badRequest(`${where}: name and namespace do not fit ${definition.resource}`)
  }
  const { group, resource } = definition
  const stored = toStoredForm(definition, canonicalObject(definition, object))
  return { key: objectKey({ group, resource, namespace, name }), object: stored }
}

const findDefinition = (sent: JsonObject, { definitions }: ResourceTable): ResourceDefinition | undefined =>
  definitions.find(
    (each) => each.storage === undefined && each.kind === sent['kind'] && toApiVersion(each) === sent['apiVersion'],
  )

function decoded(sent: JsonObject, { schema }: ResourceDefinition, where: string): ApiObject {
  try {
    return decodeObject(schema, sent).object
  } catch (error) {
    throw badRequest(`${where}: ${errorText(error)}`)
  }
}

const author = { actor: 'system:orchard', verb: 'delete', manager: 'orchard' }

/** Deletes every object and compacts the log. Revisions continue. [DB5] */
export async function deleteEverything(objects: ObjectStore): Promise<void> {
  const { items } = await objects.list({ prefix: ROOT })
  for (const { key } of items) await writeOver(objects, key, null)
  const newest = objects.revision()
  if (newest !== 0) await objects.log.compact(newest)
}

/** Stores a validated snapshot over the existing objects. */
export async function storeSnapshot(objects: ObjectStore, placed: readonly PlacedObject[]): Promise<void> {
  for (const { key, object } of placed) await writeOver(objects, key, object)
}

/** Overwrites any stored version, with retries on conflict. */
async function writeOver(objects: ObjectStore, key: string, object: ApiObject | null): Promise<void> {
  for (;;) {
    const live = await objects.get(key)
    if (live === null && object === null) return
    const verb = object === null ? 'delete' : live === null ? 'create' : 'update'
    const written = await objects.write({ key, expected: live?.revision ?? 0, object, author: { ...author, verb } })
    if (written.type === 'written') return
  }
}
