import type { JsonObject } from '#api/json.ts'
import { fromStored } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { encodeProtobufItem, encodeProtobufList } from '#server/serializer/encode.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'

/** Of messages that are kept, in all. */
const BYTES_MAX = 16 * 1024 * 1024

/** Messages of the objects that were listed last, oldest first: informers and kubectl list the same objects again and again. */
const kept = new Map<StoredObject, Uint8Array>()
let keptBytes = 0

/** A collection as a message. Objects that were listed before are only copied. [PB1] */
export function messageList(
  definition: ResourceDefinition,
  head: JsonObject,
  items: readonly StoredObject[],
): Uint8Array<ArrayBuffer> {
  return encodeProtobufList(
    head,
    items.map((item) => itemMessage(definition, item)),
  )
}

function itemMessage(definition: ResourceDefinition, stored: StoredObject): Uint8Array {
  // One stored object can be shown as several kinds: only its own is kept.
  if (definition.storage !== undefined) return encodeProtobufItem(definition.schema, fromStored(definition, stored))
  const known = kept.get(stored)
  if (known !== undefined) return known
  const message = encodeProtobufItem(definition.schema, stored.object)
  kept.set(stored, message)
  keptBytes += message.length
  for (const [oldest, bytes] of kept) {
    if (keptBytes <= BYTES_MAX) break
    kept.delete(oldest)
    keptBytes -= bytes.length
  }
  return message
}
