import type { LogEntry } from './log.ts'
import type { Matches, StoreEvent } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

const encoder = new TextEncoder()
const END = encoder.encode('}\n')
const heads = {
  ADDED: encoder.encode('{"type":"ADDED","object":'),
  MODIFIED: encoder.encode('{"type":"MODIFIED","object":'),
  DELETED: encoder.encode('{"type":"DELETED","object":'),
} as const

/** Returns the shared view of an entry. `state` is the version whose content it has. */
export type ToStored = (entry: LogEntry, state: LogEntry) => StoredObject

/** An event whose line is encoded once, on first use. */
class EncodedEvent implements StoreEvent {
  readonly type: StoreEvent['type']
  readonly stored: StoredObject
  #line: Uint8Array<ArrayBuffer> | null = null

  constructor(type: StoreEvent['type'], stored: StoredObject) {
    this.type = type
    this.stored = stored
  }

  line(): Uint8Array<ArrayBuffer> {
    return (this.#line ??= this.#encode())
  }

  #encode(): Uint8Array<ArrayBuffer> {
    const head = heads[this.type]
    const { encoded } = this.stored
    const line = new Uint8Array(head.length + encoded.byteLength(true) + END.length)
    line.set(head)
    line.set(END, encoded.copyInto(line, head.length, true))
    return line
  }
}

/** The up to three events of one entry (ADDED, MODIFIED, DELETED), each created once for all watchers. */
export class EntryEvents {
  readonly #entry: LogEntry
  readonly #before: LogEntry | null
  readonly #toStored: ToStored
  #faces: Partial<Record<StoreEvent['type'], StoreEvent>> = {}

  constructor(entry: LogEntry, before: LogEntry | null, toStored: ToStored) {
    this.#entry = entry
    this.#before = before
    this.#toStored = toStored
  }

  /** Returns the event that a watcher with `matches` sees; `null` for none. [ST12] */
  seenBy(matches: Matches | undefined): StoreEvent | null {
    const isNow = this.#entry.value !== null && this.#passes(matches, this.#entry)
    const was = this.#before !== null && this.#passes(matches, this.#before)
    if (isNow) return this.#face(was ? 'MODIFIED' : 'ADDED', this.#entry)
    return was && this.#before !== null ? this.#face('DELETED', this.#before) : null
  }

  #passes(matches: Matches | undefined, version: LogEntry): boolean {
    return matches === undefined || matches(this.#toStored(version, version))
  }

  #face(type: StoreEvent['type'], state: LogEntry): StoreEvent {
    return (this.#faces[type] ??= new EncodedEvent(type, this.#toStored(this.#entry, state)))
  }
}
