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
  /** Objects of writes under way, by their bytes: what is told about such a write is not parsed. */
  readonly #written = new Map<Uint8Array, ApiObject>()
  /** Keyed by a hash of their text: looking up cached labels needs no string. */
  #labels = new Map<number, CachedLabels>()

  constructor(freeze: boolean) {
    this.#freeze = freeze
  }

  /** `bytes`: those of `encoded`, without resourceVersion. */
  parse(stored: StoredObject, encoded: EncodedObject, bytes: Uint8Array): ApiObject {
    const cached = this.#young.get(stored)
    if (cached !== undefined) return cached
    const object = this.#old.get(stored) ?? this.#ofWrite(stored, bytes) ?? this.#parsed(encoded)
    this.#young.set(stored, object)
    this.#youngBytes += encoded.byteLength(true)
    if (this.#youngBytes > GENERATION_BYTES_MAX) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    return object
  }

  /** Starts a write of `object`, which nobody changes from now on; `bytes` are its encoded form. */
  begin(bytes: Uint8Array, object: ApiObject): void {
    this.#written.set(bytes, object)
  }

  /** Ends a write. */
  end(bytes: Uint8Array): void {
    this.#written.delete(bytes)
  }

  /** Forgets an object that was replaced. Reports whether it was in use. */
  drop(stored: StoredObject): boolean {
    const [wasYoung, wasOld] = [this.#young.delete(stored), this.#old.delete(stored)]
    return wasYoung || wasOld
  }

  #ofWrite({ revision }: StoredObject, bytes: Uint8Array): ApiObject | undefined {
    const written = this.#written.get(bytes)
    if (written === undefined) return undefined
    const object = withVersion(written, String(revision))
    if (this.#freeze) deepFreeze(object)
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
