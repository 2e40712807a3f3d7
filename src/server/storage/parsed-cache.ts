import { parseExactJson } from '#api/exact-json.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { BEFORE_VERSION, type EncodedObject } from './encoded-object.ts'
import type { StoredObject } from './stored-object.ts'

/** Half of the limit, because the cache has two generations. */
const GENERATION_BYTES_MAX = 2 * 1024 * 1024
const LABEL_TEXTS_MAX = 4_096
const decoder = new TextDecoder()

type Labels = Readonly<Record<string, string>>

interface CachedLabels {
  readonly text: Uint8Array
  readonly labels: Labels
}

/** Caches the parsed form of the most recently used objects, up to 4 MiB of text, and shares equal labels. [ST6] */
export class ParsedCache {
  readonly #freeze: boolean
  /** Objects that were used since the last change of generations. A use of them costs one look. */
  #young = new Map<StoredObject, ApiObject>()
  #youngBytes = 0
  /** Objects that were used in the generation before. */
  #old = new Map<StoredObject, ApiObject>()
  /** Keyed by a hash of their text: looking up cached labels needs no string. */
  #labels = new Map<number, CachedLabels>()

  constructor(freeze: boolean) {
    this.#freeze = freeze
  }

  parse(stored: StoredObject, encoded: EncodedObject): ApiObject {
    const cached = this.#young.get(stored)
    if (cached !== undefined) return cached
    return this.#keep(stored, encoded, this.#old.get(stored) ?? this.#parsed(encoded))
  }

  /** Puts `object`, the content of `stored` without resourceVersion, in the place of what it replaced, if that was in use. */
  replace(replaced: StoredObject, stored: StoredObject, object: ApiObject): void {
    const [wasYoung, wasOld] = [this.#young.delete(replaced), this.#old.delete(replaced)]
    if ((!wasYoung && !wasOld) || this.#young.has(stored)) return
    const parsed = withVersion(object, String(stored.revision))
    if (this.#freeze) deepFreeze(parsed)
    this.#keep(stored, stored.encoded, parsed)
  }

  #keep(stored: StoredObject, encoded: EncodedObject, object: ApiObject): ApiObject {
    this.#young.set(stored, object)
    this.#youngBytes += encoded.byteLength(true)
    if (this.#youngBytes > GENERATION_BYTES_MAX) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    return object
  }

  #parsed(encoded: EncodedObject): ApiObject {
    // The only place where stored bytes are parsed. The cast is safe because this store wrote them from an ApiObject.
    const object = parseExactJson(decoder.decode(encoded.toBytes(true))) as ApiObject
    if (this.#freeze) deepFreeze(object)
    return object
  }

  /** Returns the labels for their JSON text; many objects share the same labels. */
  labels(text: Uint8Array): Labels {
    const hash = hashOf(text)
    const cached = this.#labels.get(hash)
    if (cached !== undefined && isEqual(cached.text, text)) return cached.labels
    const labels = Object.freeze((JSON.parse(decoder.decode(text)) ?? {}) as Record<string, string>)
    if (this.#labels.size >= LABEL_TEXTS_MAX) this.#labels.clear()
    this.#labels.set(hash, { text: text.slice(), labels })
    return labels
  }
}

/** Returns the object with its resourceVersion at its place in the order of fields. */
function withVersion(object: ApiObject, resourceVersion: string): ApiObject {
  const from = object.metadata as JsonObject
  const metadata: JsonObject = {}
  let isPlaced = false
  for (const name of Object.keys(from)) {
    if (!isPlaced && !BEFORE_VERSION.includes(name)) {
      metadata.resourceVersion = resourceVersion
      isPlaced = true
    }
    metadata[name] = from[name]
  }
  if (!isPlaced) metadata.resourceVersion = resourceVersion
  return { ...object, metadata: metadata as ApiObject['metadata'] }
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
}

/** FNV-1a. A collision costs a parse and never returns wrong labels. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false
  return true
}
