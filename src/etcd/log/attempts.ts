import type { LogEntry, LogWrite } from '#server/storage/log.ts'
import type { WriteNote } from '#etcd/codec.ts'

/** A write of this host that etcd has not answered, or whose event has not arrived. */
export interface Attempt {
  readonly write: LogWrite
  readonly note: WriteNote
  /** The entry that the write became, once its event has arrived. */
  entry: LogEntry | null
}

/** The writes of this host that are under way. Events are matched with them to find authors and lost answers. */
export class Attempts {
  readonly #byId = new Map<string, Attempt>()
  readonly #deletions = new Map<string, Set<Attempt>>()

  get size(): number {
    return this.#byId.size
  }

  add(attempt: Attempt): void {
    const { note, write } = attempt
    this.#byId.set(note.id, attempt)
    if (write.value !== null) return
    const ofKey = this.#deletions.get(write.key)
    if (ofKey === undefined) this.#deletions.set(write.key, new Set([attempt]))
    else ofKey.add(attempt)
  }

  remove(attempt: Attempt): void {
    const {
      note,
      write: { key },
    } = attempt
    this.#byId.delete(note.id)
    const ofKey = this.#deletions.get(key)
    ofKey?.delete(attempt)
    if (ofKey?.size === 0) this.#deletions.delete(key)
  }

  /** Returns the attempts that wrote a value with this note: one or none. */
  ofNote({ id }: WriteNote): readonly Attempt[] {
    const attempt = this.#byId.get(id)
    return attempt === undefined ? [] : [attempt]
  }

  /** Returns the attempts to delete this version of the key. Events of deletions do not tell who deleted. */
  ofDeletion(key: string, previous: number): readonly Attempt[] {
    return [...(this.#deletions.get(key) ?? [])].filter(({ write }) => write.expected === previous)
  }
}
