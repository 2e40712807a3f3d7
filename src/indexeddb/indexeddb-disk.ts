import type { Revision } from '#api/revision.ts'
import type { Disk, DiskContents, DiskEvents, SnapshotSource } from '#server/storage/disk.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { nextTask } from '#server/storage/next-task.ts'
import { packSegments } from '#server/storage/segment.ts'
import { GENERATION_KEYS, type LogRecord, readContents, takeEpoch } from './cold-start.ts'
import { fencedWrite, firstHead, type Head, HEAD_KEY, openDatabase } from './database.ts'
import { isSmall, mergeRun, smallRuns } from './merge.ts'
import { type LockMode, takeWriterLock, type WriterLock } from './writer-lock.ts'

/**
 * Chosen by measurement: write times are constant up to 256 entries; from about 237 KiB on, a value is stored in a
 * separate file.
 */
const LOG_LIMITS = { entriesMax: 256, bytesMax: 192 * 1024 }
const SNAPSHOT_LIMITS = { entriesMax: 256, bytesMax: 128 * 1024 }
const SNAPSHOT_BYTES_PER_WRITE = 512 * 1024
const SNAPSHOT_SLICE = 128
const DELETE_PER_WRITE = 256
const MERGE_MIN = 256
const MERGE_AT_ONCE = 1_024

export interface IndexedDbDiskOptions {
  readonly name: string
  readonly factory: IDBFactory
  readonly locks: LockManager
  readonly lockMode: LockMode
  /** Minimum size of the covered log in bytes for a snapshot, provided that the live bytes are not more. */
  readonly snapshotBytesMin: number
  /** Idle time after which small segments are merged. */
  readonly idleMs: number
}

const keysOfGeneration = (generation: number): IDBKeyRange =>
  IDBKeyRange.bound(generation * GENERATION_KEYS, (generation + 1) * GENERATION_KEYS, false, true)

/** A {@link Disk} in IndexedDB: one writer, fenced by epoch, strict durability, one segment per group. */
export class IndexedDbDisk implements Disk {
  readonly kind = 'indexeddb'
  readonly #options: IndexedDbDiskOptions
  #db: IDBDatabase | null = null
  #lock: WriterLock | null = null
  #head: Head = firstHead
  #records: LogRecord[] = []
  /** Revision of the last entry written; the next segment links to it. */
  #last: Revision | 0 = 0
  #idleTimer: ReturnType<typeof setTimeout> | undefined
  /** The queue of merges and snapshots, which run one after another. */
  #tidying: Promise<void> = Promise.resolve()
  #tidyError = ''
  #smallCount = 0
  #hasForeignGenerations = true
  readonly #counts = { merges: 0, snapshots: 0, snapshotSegments: 0 }

  constructor(options: IndexedDbDiskOptions) {
    this.#options = options
  }

  async load(events: DiskEvents): Promise<DiskContents> {
    const { name, factory, locks, lockMode } = this.#options
    const lost = (what: string): void => events.onLost(new StorageError('fenced', what))
    this.#lock = await takeWriterLock(locks, `orchard/${name}`, lockMode, () =>
      lost('another tab took this store over'),
    )
    try {
      const db = await openDatabase(factory, name)
      this.#db = db
      // A context that requests another version or the deletion waits until this connection is closed: finish and
      // close.
      db.onversionchange = () => events.onCloseRequested()
      db.onclose = () => lost('the browser closed the store')
      this.#head = await takeEpoch(db)
      const { contents, records } = await readContents(db, this.#head)
      this.#records = [...records]
      this.#smallCount = records.filter((record) => isSmall(record.bytes)).length
      this.#last = contents.log.at(-1)?.revision ?? contents.snapshotRevision
      this.#tidySoon()
      return contents
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async append(group: readonly LogEntry[], after: Revision | 0): Promise<void> {
    // Encode first: a transaction must not wait between its requests.
    const packed = packSegments({ after, previous: this.#last, entries: group }, LOG_LIMITS)
    await fencedWrite(this.#open(), ['log'], this.#head.epoch, (store, commit) => {
      for (const { bytes, first } of packed) store('log').add(bytes, first)
      commit()
    })
    for (const { bytes, first, last } of packed) {
      this.#records.push({ key: first, last, bytes: bytes.byteLength })
      if (isSmall(bytes.byteLength)) this.#smallCount += 1
      this.#last = last
    }
    this.#tidySoon()
  }

  async setCompacted(revision: Revision): Promise<void> {
    await this.#writeHead({ ...this.#head, compacted: revision })
  }

  snapshotIfDue(source: SnapshotSource): Promise<void> {
    return this.#tidy(async () => {
      const covered = this.#records.filter((record) => record.last <= source.revision)
      const bytes = covered.reduce((sum, record) => sum + record.bytes, 0)
      if (bytes > Math.max(this.#options.snapshotBytesMin, source.liveBytes)) await this.#snapshot(source, covered)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await this.#tidying
    this.#db?.close()
    this.#db = null
    this.#lock?.release()
    this.#lock = null
  }

  status(): Readonly<Record<string, string | number>> {
    return {
      epoch: this.#head.epoch,
      generation: this.#head.generation,
      snapshotRevision: this.#head.snapshotRevision,
      logSegments: this.#records.length,
      logBytes: this.#records.reduce((sum, record) => sum + record.bytes, 0),
      durability: 'strict',
      ...this.#counts,
      ...(this.#tidyError === '' ? {} : { tidyError: this.#tidyError }),
    }
  }

  #open(): IDBDatabase {
    if (this.#db === null) throw new StorageError('fenced', 'the store is closed')
    return this.#db
  }

  async #writeHead(head: Head): Promise<void> {
    await fencedWrite(this.#open(), [], this.#head.epoch, (store, commit) => {
      store('head').put(head, HEAD_KEY)
      commit()
    })
    this.#head = head
  }

  /** Writes a new generation next to the old one, then activates it and deletes what it covers in one transaction. */
  async #snapshot(source: SnapshotSource, covered: readonly LogRecord[]): Promise<void> {
    const old = this.#head.generation
    const generation = old + 1
    // Remains of an earlier attempt that crashed.
    await this.#deleteSnapshots(keysOfGeneration(generation))
    let n = generation * GENERATION_KEYS
    let waiting: Uint8Array[] = []
    let bytes = 0
    const flush = async (): Promise<void> => {
      const parts = waiting
      ;[waiting, bytes] = [[], 0]
      const first = n
      n += parts.length
      await fencedWrite(this.#open(), ['snap'], this.#head.epoch, (store, commit) => {
        for (const [i, part] of parts.entries()) store('snap').add(part, first + i)
        commit()
      })
    }
    for (let part = source.next('', SNAPSHOT_SLICE); part.length > 0;) {
      for (const segment of packSegments({ after: 0, previous: 0, entries: part }, SNAPSHOT_LIMITS)) {
        waiting.push(segment.bytes)
        bytes += segment.bytes.byteLength
      }
      if (bytes >= SNAPSHOT_BYTES_PER_WRITE) await flush()
      else await nextTask()
      part = source.next(part.at(-1)?.key ?? '', SNAPSHOT_SLICE)
    }
    await flush()
    await this.#flip({ ...this.#head, generation, snapshotRevision: source.revision }, covered)
    this.#counts.snapshots += 1
    this.#counts.snapshotSegments = n % GENERATION_KEYS
    if (old > 0) await this.#deleteSnapshots(keysOfGeneration(old))
  }

  async #flip(head: Head, covered: readonly LogRecord[]): Promise<void> {
    const [first, last] = [covered[0], covered.at(-1)]
    // The compacted revision of the head may have increased while the snapshot was written.
    const next = { ...head, compacted: Math.max(head.compacted, this.#head.compacted) }
    await fencedWrite(this.#open(), ['log'], this.#head.epoch, (store, commit) => {
      store('head').put(next, HEAD_KEY)
      if (first !== undefined && last !== undefined) store('log').delete(IDBKeyRange.bound(first.key, last.key))
      commit()
    })
    this.#head = next
    const gone = new Set(covered)
    this.#records = this.#records.filter((record) => !gone.has(record))
  }

  /** Deletes in chunks, so that pending writes run in between. */
  async #deleteSnapshots(range: IDBKeyRange): Promise<void> {
    for (let found = true; found;) {
      await fencedWrite(this.#open(), ['snap'], this.#head.epoch, (store, commit) => {
        const keys = store('snap').getAllKeys(range, DELETE_PER_WRITE)
        keys.onsuccess = () => {
          const [first, last] = [keys.result[0], keys.result.at(-1)]
          found = first !== undefined && last !== undefined
          if (found) store('snap').delete(IDBKeyRange.bound(first, last))
          commit()
        }
      })
    }
  }

  /** Merges segments when enough small ones are adjacent: immediately if there are very many, otherwise when idle. */
  #tidySoon(): void {
    clearTimeout(this.#idleTimer)
    if (this.#smallCount < MERGE_MIN && !this.#hasForeignGenerations) return
    const delayMs = this.#smallCount >= MERGE_AT_ONCE ? 0 : this.#options.idleMs
    this.#idleTimer = setTimeout(() => {
      this.#tidy(() => this.#mergeAll()).catch((error: unknown) => void (this.#tidyError = String(error)))
    }, delayMs)
  }

  async #mergeAll(): Promise<void> {
    if (this.#hasForeignGenerations) await this.#deleteOtherGenerations()
    for (const run of smallRuns(this.#records)) {
      const joined = await mergeRun(this.#open(), this.#head.epoch, run)
      const at = this.#records.findIndex((record) => record.key === joined.key)
      this.#records.splice(at, run.length, joined)
      this.#counts.merges += 1
    }
    this.#smallCount = this.#records.filter((record) => isSmall(record.bytes)).length
  }

  /** Deletes remains of a crash between writing a snapshot and deleting the previous one. */
  async #deleteOtherGenerations(): Promise<void> {
    const first = this.#head.generation * GENERATION_KEYS
    await this.#deleteSnapshots(IDBKeyRange.upperBound(first, true))
    await this.#deleteSnapshots(IDBKeyRange.lowerBound(first + GENERATION_KEYS))
    this.#hasForeignGenerations = false
  }

  /** Queues a task; `close` waits for all tasks. */
  #tidy(work: () => Promise<void>): Promise<void> {
    const done = this.#tidying.then(work)
    this.#tidying = done.catch((error: unknown) => void (this.#tidyError = String(error)))
    return done
  }
}
