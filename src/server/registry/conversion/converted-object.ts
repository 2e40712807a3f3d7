import type { ApiObject } from '#api/object-meta.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'

/** A stored object with converted content. Its encoded bytes are those of the store. */
export class ConvertedObject implements StoredObject {
  readonly #stored: StoredObject
  readonly object: ApiObject
  readonly isConverted = true

  constructor(stored: StoredObject, object: ApiObject) {
    this.#stored = stored
    this.object = object
  }

  get key(): StoredObject['key'] {
    return this.#stored.key
  }

  get revision(): StoredObject['revision'] {
    return this.#stored.revision
  }

  get created(): StoredObject['created'] {
    return this.#stored.created
  }

  get timeMs(): number {
    return this.#stored.timeMs
  }

  get author(): StoredObject['author'] {
    return this.#stored.author
  }

  get labels(): StoredObject['labels'] {
    return this.object.metadata.labels ?? {}
  }

  get encoded(): StoredObject['encoded'] {
    return this.#stored.encoded
  }

  metadataTexts(names: readonly string[]): ReadonlyMap<string, string> {
    return this.#stored.metadataTexts(names)
  }
}
