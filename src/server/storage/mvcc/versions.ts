import { keepNewest } from '#api/caching/keep-newest.ts'
import { byteOrder, endOfPrefix, keyAfter } from '#server/storage/keys.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { OrderedKeys } from './ordered-keys.ts'

const none: readonly LogEntry[] = []

interface KeyRecord {
  readonly key: string
  readonly order: string
  newest: LogEntry
  /** Versions before `newest`, oldest first. Most keys have none and share one empty list. */
  older: readonly LogEntry[]
}

/** Live entries of a range, and the number of entries after the page. */
export interface Page {
  readonly entries: LogEntry[]
  readonly remaining: number
}

interface PageRequest {
  readonly start: string
  readonly end: string
  readonly revision: number
  readonly limit: number
}

/** Maximum number of lists, paged at the same time, whose remaining count is cached. */
const COUNTS_MAX = 64
const countKey = (start: string, end: string, revision: number): string => `${revision} ${end} ${start}`

const isDeletion = ({ newest }: KeyRecord): boolean => newest.value === null

const newRecord = (entry: LogEntry): KeyRecord => ({
  key: entry.key,
  order: byteOrder(entry.key),
  newest: entry,
  older: none,
})

function replace(record: KeyRecord, entry: LogEntry): void {
  if (record.older === none) record.older = [record.newest]
  else (record.older as LogEntry[]).push(record.newest)
  record.newest = entry
}

const bytesOf = (entry: LogEntry): number => entry.value?.byteLength ?? 0

/**
 * All retained versions of all keys: multi-version reads at any retained revision. Independent of disks and of which
 * revisions may be read.
 */
export class Versions {
  #records = new Map<string, KeyRecord>()
  #order = new OrderedKeys<KeyRecord>()
  /** The records whose newest version is a deletion. */
  #deleted = new OrderedKeys<KeyRecord>()
  #newestRevision = 0
  /** Number of live entries after the end of a page, by {@link countKey}. */
  readonly #counts = new Map<string, number>()
  /** Number of keys that are not deleted. */
  keyCount = 0
  versionCount = 0
  /** Size of the newest versions in bytes. */
  liveBytes = 0
  /** Size in bytes of the versions that only reads at past revisions need. */
  historyBytes = 0

  /** Returns the newest version, which may be a deletion. */
  newest(key: string): LogEntry | undefined {
    return this.#records.get(key)?.newest
  }

  /** Returns the version of `key` at `revision`, `null` when it was absent. */
  at(key: string, revision: number): LogEntry | null {
    const record = this.#records.get(key)
    return record === undefined ? null : liveAt(record, revision)
  }

  /** Returns the version that `entry` replaced, if it is retained. */
  before(entry: LogEntry): LogEntry | null {
    return entry.previous === 0 ? null : this.at(entry.key, entry.previous)
  }

  /** Adds a version that is newer than all others of its key. */
  add(entry: LogEntry): void {
    const known = this.#records.get(entry.key)
    const wasDeleted = known !== undefined && isDeletion(known)
    const record = this.#put(entry, known)
    if (known === undefined) this.#order.insert(record)
    if (isDeletion(record) === wasDeleted) return
    if (wasDeleted) this.#deleted.remove(entry.key)
    else this.#deleted.insert(record)
  }

  /** Adds a version, and returns its record, which is not in the order yet if there was none. */
  #put(entry: LogEntry, known = this.#records.get(entry.key)): KeyRecord {
    this.versionCount += 1
    this.#newestRevision = Math.max(this.#newestRevision, entry.revision)
    this.#count(entry, 1)
    if (known === undefined) {
      const record = newRecord(entry)
      this.#records.set(entry.key, record)
      return record
    }
    this.#count(known.newest, -1)
    this.historyBytes += bytesOf(known.newest)
    replace(known, entry)
    return known
  }

  /**
   * Adds the entries of a snapshot and the log after it. Only for an empty index, whose order and figures are made once
   * at the end: a cold start and each branch read all versions here.
   */
  fill(snapshot: readonly LogEntry[], log: readonly LogEntry[]): void {
    let bytes = 0
    for (const entries of [snapshot, log])
      for (const entry of entries) {
        bytes += bytesOf(entry)
        const record = this.#records.get(entry.key)
        if (record === undefined) this.#records.set(entry.key, newRecord(entry))
        else replace(record, entry)
      }
    const sorted = [...this.#records.values()].sort((a, b) => (a.order < b.order ? -1 : 1))
    for (const { newest } of sorted) {
      this.#newestRevision = Math.max(this.#newestRevision, newest.revision)
      this.#count(newest, 1)
    }
    this.versionCount = snapshot.length + log.length
    this.historyBytes = bytes - this.liveBytes
    this.#order.fill(sorted)
    if (this.keyCount < sorted.length) this.#deleted.fill(sorted.filter(isDeletion))
  }

  /** Returns the live entries from `start` to `end` at `revision`; `limit` 0 means no limit. */
  page(request: PageRequest): Page {
    const { start, end, revision, limit } = request
    const counted = limit === 0 ? undefined : this.#counts.get(countKey(start, end, revision))
    if (counted === undefined && limit > 0 && revision >= this.#newestRevision) return this.#newestPage(request)
    const entries: LogEntry[] = []
    let remaining = 0
    this.#order.visit(start, end, (record) => {
      const entry = record.newest.revision <= revision ? record.newest : liveAt(record, revision)
      if (entry === null || entry.value === null) return true
      if (limit === 0 || entries.length < limit) entries.push(entry)
      else if (counted === undefined) remaining += 1
      else return false
      return true
    })
    if (counted !== undefined) remaining = counted - entries.length
    const last = entries.at(-1)
    if (last !== undefined && remaining > 0) this.#remember(countKey(keyAfter(last.key), end, revision), remaining)
    return { entries, remaining }
  }

  /** Returns a page of the newest state, after which the keys are counted without a visit of each. */
  #newestPage({ start, end, revision, limit }: PageRequest): Page {
    const entries: LogEntry[] = []
    this.#order.visit(start, end, ({ newest }) => {
      if (newest.value !== null) entries.push(newest)
      return entries.length < limit
    })
    const last = entries.at(-1)
    if (last === undefined || entries.length < limit) return { entries, remaining: 0 }
    const after = keyAfter(last.key)
    const remaining = this.#order.count(after, end) - this.#deleted.count(after, end)
    if (remaining > 0) this.#remember(countKey(after, end, revision), remaining)
    return { entries, remaining }
  }

  /**
   * Caches the remaining count. The live entries at a revision never change, so they need not be counted again for the
   * next page.
   */
  #remember(key: string, count: number): void {
    keepNewest(this.#counts, [key, count], COUNTS_MAX)
  }

  /** Returns the next `count` live entries at `revision` after `key`, to iterate over all of them in slices. */
  slice(key: string, revision: number, count: number): LogEntry[] {
    const entries: LogEntry[] = []
    this.#order.visit(keyAfter(key), endOfPrefix(''), (record) => {
      const entry = liveAt(record, revision)
      if (entry !== null) entries.push(entry)
      return entries.length < count
    })
    return entries
  }

  /**
   * Drops the versions of `key` that no read above `revision` needs; a deletion at or below it is dropped completely.
   */
  forget(key: string, revision: number): void {
    const record = this.#records.get(key)
    if (record === undefined) return
    const { newest, older } = record
    if (newest.revision <= revision && newest.value === null) {
      this.#drop(older, older.length)
      this.versionCount -= 1
      this.#records.delete(key)
      this.#order.remove(key)
      this.#deleted.remove(key)
      return
    }
    const count = newest.revision <= revision ? older.length : needless(older, revision)
    if (count === 0) return
    this.#drop(older, count)
    record.older = count === older.length ? none : older.slice(count)
  }

  #drop(versions: readonly LogEntry[], count: number): void {
    for (let at = 0; at < count; at += 1) this.historyBytes -= bytesOf(versions[at] as LogEntry)
    this.versionCount -= count
  }

  #count(entry: LogEntry, sign: 1 | -1): void {
    if (entry.value === null) return
    this.keyCount += sign
    this.liveBytes += sign * entry.value.byteLength
  }
}

function liveAt(record: KeyRecord, revision: number): LogEntry | null {
  const entry = record.newest.revision <= revision ? record.newest : record.older[countUpTo(record.older, revision) - 1]
  return entry === undefined || entry.value === null ? null : entry
}

/**
 * Returns how many of `older` no read above `revision` needs, given that the newest version of the key is above it too.
 */
function needless(older: readonly LogEntry[], revision: number): number {
  const count = countUpTo(older, revision)
  return count === 0 || older[count - 1]?.value === null ? count : count - 1
}

function countUpTo(versions: readonly LogEntry[], revision: number): number {
  let [low, high] = [0, versions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((versions[middle]?.revision ?? Infinity) <= revision) low = middle + 1
    else high = middle
  }
  return low
}
