import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import { type EncodedObject, SplicedObject } from './encoded-object.ts'
import { Members, textOf } from './json-scan.ts'
import type { Author, LogEntry } from './log.ts'
import type { ParsedCache } from './parsed-cache.ts'

/**
 * One version of one object: encoded once, parsed on first use. Shared by all readers; neither it nor its content may
 * be changed.
 */
export interface StoredObject {
  readonly key: string
  /** The revision of this version; clients see it as resourceVersion. */
  readonly revision: Revision
  /** The revision that created the object. */
  readonly created: Revision
  /** Time of the write, in milliseconds since the epoch. */
  readonly timeMs: number
  readonly author: Author
  /**
   * The parsed object, with `metadata.resourceVersion` set from the revision. Parsed lazily and cached only while in
   * use: two reads may return two equal objects. Deep-frozen when the store was created with `freeze` (tests); always
   * treat it as frozen.
   */
  readonly object: ApiObject
  /**
   * `metadata.labels`, read without parsing the rest; `{}` when there are none. Look up request text only through
   * `own()`.
   */
  readonly labels: Readonly<Record<string, string>>
  /** The JSON texts of these members of `metadata`, by name, read without parsing the rest. Names are ASCII. */
  metadataTexts(names: readonly string[]): ReadonlyMap<string, string>
  readonly encoded: EncodedObject
  /** `object` is in the version of its reader already: a webhook converted it. */
  readonly isConverted?: boolean
}

type Labels = Readonly<Record<string, string>>

const noLabels: Labels = Object.freeze({})

/** `bytes`: the content of the object. For a deletion the state before it, otherwise the value of the entry. */
export class LogObject implements StoredObject {
  readonly #entry: LogEntry
  readonly #bytes: Uint8Array
  readonly #cache: ParsedCache
  #encoded: SplicedObject | null = null
  #labels: Labels | null = null

  constructor(entry: LogEntry, bytes: Uint8Array, cache: ParsedCache) {
    this.#entry = entry
    this.#bytes = bytes
    this.#cache = cache
  }

  get key(): string {
    return this.#entry.key
  }

  get revision(): Revision {
    return this.#entry.revision
  }

  get created(): Revision {
    return this.#entry.created
  }

  get timeMs(): number {
    return this.#entry.timeMs
  }

  get author(): Author {
    return this.#entry.author
  }

  get object(): ApiObject {
    return this.#cache.parse(this, this.encoded)
  }

  get encoded(): EncodedObject {
    return (this.#encoded ??= new SplicedObject(this.#bytes, this.#entry.revision))
  }

  get labels(): Labels {
    return (this.#labels ??= this.#readLabels())
  }

  metadataTexts(names: readonly string[]): ReadonlyMap<string, string> {
    const texts = new Map<string, string>()
    const members = new Members(this.#bytes, 0)
    while (members.next()) {
      if (!members.isNamed('metadata')) continue
      const fields = new Members(this.#bytes, members.valueStart)
      let isNamePassed = false
      while (fields.next()) {
        // Metadata is in the order of its schema, which managedFields end, or in that of the alphabet, where `name` follows them.
        if (isNamePassed && fields.isNamed('managedFields')) return texts
        isNamePassed ||= fields.isNamed('name')
        const name = names.find((each) => fields.isNamed(each))
        if (name !== undefined) texts.set(name, textOf(this.#bytes, fields.valueStart, fields.valueEnd))
      }
      return texts
    }
    return texts
  }

  #readLabels(): Labels {
    const text = findLabels(this.#bytes)
    return text === null ? noLabels : this.#cache.labels(text)
  }
}

/** Returns the bytes of `metadata.labels`. */
function findLabels(bytes: Uint8Array): Uint8Array | null {
  const members = new Members(bytes, 0)
  while (members.next()) {
    if (!members.isNamed('metadata')) continue
    const fields = new Members(bytes, members.valueStart)
    while (fields.next()) {
      if (fields.isNamed('labels')) return bytes.subarray(fields.valueStart, fields.valueEnd)
    }
    return null
  }
  return null
}
