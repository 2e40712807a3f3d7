import type { LogEntry, LogWrite } from '#server/storage/log.ts'
import type { WriteNote } from '#etcd/codec.ts'

/** A write of this host that etcd has not answered, or whose event has not arrived. */
export interface Attempt {
  readonly write: LogWrite
  readonly note: WriteNote
  /** The value in etcd; `null` for a deletion. */
  readonly bytes: Uint8Array | null
  /** The entry that the write became, once its event has arrived. */
  entry: LogEntry | null
}

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean =>
  one !== null && Buffer.from(one.buffer, one.byteOffset, one.length).equals(other)

/** The writes of this host that are under way. Events are matched with them to find authors and lost answers. */
export class Attempts {
  readonly #byId = new Map<string, Attempt>()
  readonly #byKey = new Map<string, Set<Attempt>>()

  get size(): number {
    return this.#byId.size
  }

  add(attempt: Attempt): void {
    const { note, write } = attempt
    this.#byId.set(note.id, attempt)
    const ofKey = this.#byKey.get(write.key)
    if (ofKey === undefined) this.#byKey.set(write.key, new Set([attempt]))
    else ofKey.add(attempt)
  }

  remove(attempt: Attempt): void {
    const {
      note,
      write: { key },
    } = attempt
    this.#byId.delete(note.id)
    const ofKey = this.#byKey.get(key)
    ofKey?.delete(attempt)
    if (ofKey?.size === 0) this.#byKey.delete(key)
  }

  /** Returns the attempts that wrote a value with this note: one or none. */
  ofNote(note: WriteNote | null): readonly Attempt[] {
    const attempt = note === null ? undefined : this.#byId.get(note.id)
    return attempt === undefined ? [] : [attempt]
  }

  /** Returns the attempts to write these bytes over this version of the key: one at most, where values have notes. */
  ofBytes(key: string, previous: number, bytes: Uint8Array): readonly Attempt[] {
    return this.#ofVersion(key, previous).filter((attempt) => isSame(attempt.bytes, bytes))
  }

  /** Returns the attempts to delete this version of the key. Events of deletions do not tell who deleted. */
  ofDeletion(key: string, previous: number): readonly Attempt[] {
    return this.#ofVersion(key, previous).filter(({ write }) => write.value === null)
  }

  #ofVersion(key: string, previous: number): readonly Attempt[] {
    return [...(this.#byKey.get(key) ?? [])].filter(({ write }) => write.expected === previous)
  }
}
