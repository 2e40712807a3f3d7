import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import type { JsonObject } from '#api/json.ts'
import { fromStored } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { encodeProtobufItem, encodeProtobufList } from '#server/serializer/encode.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'

const bytesMax = 16 * 1024 * 1024

/**
 * Caches the protobuf messages of recently listed objects, since informers and kubectl list the same objects
 * repeatedly.
 */
export class MessageCache {
  // In insertion order, oldest first.
  readonly #messages = new Map<StoredObject, Uint8Array>()
  #bytes = 0

  get(stored: StoredObject): Uint8Array | undefined {
    return this.#messages.get(stored)
  }

  add(stored: StoredObject, message: Uint8Array): void {
    this.#messages.set(stored, message)
    this.#bytes += message.length
    for (const [oldest, bytes] of this.#messages) {
      if (this.#bytes <= bytesMax) break
      this.#messages.delete(oldest)
      this.#bytes -= bytes.length
    }
  }
}

/** A collection as a protobuf message. Objects that are in the cache are only copied. [PB1] [ER8] */
export function* messageList(
  cache: MessageCache,
  definition: ResourceDefinition,
  head: JsonObject,
  items: readonly StoredObject[],
): Pieces<Uint8Array<ArrayBuffer>> {
  const messages = yield* eachInPieces(items, (item) => [itemMessage(cache, definition, item)])
  return encodeProtobufList(head, messages)
}

function itemMessage(cache: MessageCache, definition: ResourceDefinition, stored: StoredObject): Uint8Array {
  // One stored object can be served as several kinds: only the message of its own kind is cached.
  if (definition.storage !== undefined) return encodeProtobufItem(definition.schema, fromStored(definition, stored))
  const known = cache.get(stored)
  if (known !== undefined) return known
  const message = encodeProtobufItem(definition.schema, stored.object)
  cache.add(stored, message)
  return message
}
