import type { ApiObject } from '#api/object-meta.ts'
import type { EncodedObject } from './encoded-object.ts'
import type { StoredObject } from './stored-object.ts'

const BYTES_MAX = 4 * 1024 * 1024
const LABEL_TEXTS_MAX = 4_096
const decoder = new TextDecoder()

/** Keeps the parsed form of the objects that were asked for last, 4 MiB of text at most, and equal labels once. [ST6] */
export class ParsedCache {
  readonly #freeze: boolean
  /** Oldest use first: a Map keeps the order of insertion. */
  #parsed = new Map<StoredObject, ApiObject>()
  #bytes = 0
  #labels = new Map<string, Readonly<Record<string, string>>>()

  constructor(freeze: boolean) {
    this.#freeze = freeze
  }

  parse(stored: StoredObject, encoded: EncodedObject): ApiObject {
    const known = this.#parsed.get(stored)
    if (known !== undefined) {
      this.#parsed.delete(stored)
      this.#parsed.set(stored, known)
      return known
    }
    // The one place where stored bytes become a value again: this store wrote them from an ApiObject.
    const object = JSON.parse(decoder.decode(encoded.toBytes(true))) as ApiObject
    if (this.#freeze) deepFreeze(object)
    this.#parsed.set(stored, object)
    this.#bytes += encoded.byteLength(true)
    this.#trim()
    return object
  }

  /** Labels of their JSON text; many objects share the same ones. */
  labels(text: string): Readonly<Record<string, string>> {
    const known = this.#labels.get(text)
    if (known !== undefined) return known
    const labels = Object.freeze((JSON.parse(text) ?? {}) as Record<string, string>)
    if (this.#labels.size >= LABEL_TEXTS_MAX) this.#labels.clear()
    this.#labels.set(text, labels)
    return labels
  }

  #trim(): void {
    for (const oldest of this.#parsed.keys()) {
      if (this.#bytes <= BYTES_MAX || this.#parsed.size === 1) return
      this.#parsed.delete(oldest)
      this.#bytes -= oldest.encoded.byteLength(true)
    }
  }
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
}
