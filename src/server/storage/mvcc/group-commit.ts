import type { Disk } from '#server/storage/disk.ts'
import { type Appended, type LogEntry, type LogStatus, StorageError } from '#server/storage/log.ts'
import type { Revision } from '#api/revision.ts'

const GROUP_ENTRIES_MAX = 512
const GROUP_BYTES_MAX = 1024 * 1024
const COMMITS_KEPT_MAX = 64

interface Waiting {
  readonly entry: LogEntry
  readonly acknowledge: (appended: Appended) => void
  readonly refuse: (error: StorageError) => void
  /** Writers that lost to this entry. They may not return a conflict before this entry is known to be durable. */
  readonly losers: (() => void)[]
}

export interface GroupCommitOptions {
  readonly disk: Pick<Disk, 'append'>
  /** Returns the newest readable revision. */
  readonly published: () => Revision | 0
  /** Makes a durable group readable and notifies its watchers, in the same turn, before its writers are answered. */
  readonly publish: (group: readonly LogEntry[]) => void
  /** Called when a group was refused: the group and all entries queued behind it were not written. */
  readonly onRefused: (error: StorageError) => void
}

/**
 * Commits entries to the disk in groups, without a timer: while one group is being written, all entries that arrive
 * form the next group. Nothing is readable or acknowledged before it is durable. If a group is refused, all later
 * entries fail too, because they may depend on it; their revisions are assigned again, since no client has seen them.
 * [ST8] [ST9]
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #queue: Waiting[] = []
  #underWay: readonly Waiting[] = []
  #started = false
  /** The newest pending entry of each key that has pending entries. */
  #newest = new Map<string, Waiting>()
  #idle: (() => void)[] = []
  /** The newest revision assigned to an entry, durable or not. */
  assigned: number
  readonly commits: LogStatus['commits'][number][] = []

  constructor(options: GroupCommitOptions) {
    this.#options = options
    this.assigned = options.published()
  }

  /** Returns the newest version of `key` that is not durable yet. */
  newest(key: string): LogEntry | undefined {
    return this.#newest.get(key)?.entry
  }

  /** Resolves when the newest pending version of `key` was either written or refused. */
  decided(key: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#newest.get(key)
      if (waiting === undefined) resolve()
      else waiting.losers.push(resolve)
    })
  }

  /**
   * Resolves when `entry` is durable and readable. Its revision must be `assigned`, incremented just before the call.
   */
  submit(entry: LogEntry): Promise<Appended> {
    return new Promise((acknowledge, refuse) => {
      const waiting = { entry, acknowledge, refuse, losers: [] }
      this.#queue.push(waiting)
      this.#newest.set(entry.key, waiting)
      this.#start()
    })
  }

  isIdle(): boolean {
    return this.#queue.length === 0 && this.#underWay.length === 0
  }

  /** Resolves when no entries are pending. */
  idle(): Promise<void> {
    if (!this.#started) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Rejects all pending entries: the disk is lost. */
  abandon(error: StorageError): void {
    this.#refuseAll(error)
  }

  /** Starts writing at the end of the current turn, so that writes of one turn share a group. */
  #start(): void {
    if (this.#started) return
    this.#started = true
    queueMicrotask(() => void this.#run())
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const group = this.#takeGroup()
      this.#underWay = group
      const entries = group.map((waiting) => waiting.entry)
      const startMs = performance.now()
      // An abandoned group was rejected already, whatever the disk reports afterwards: hence the two comparisons.
      try {
        await this.#options.disk.append(entries, this.#options.published())
      } catch (error) {
        if (this.#underWay === group) this.#refuseAll(toStorageError(error))
        continue
      }
      if (this.#underWay === group) this.#succeed(group, performance.now() - startMs)
    }
    this.#started = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #takeGroup(): readonly Waiting[] {
    let [count, bytes] = [0, 0]
    for (const { entry } of this.#queue) {
      bytes += entry.value?.byteLength ?? 0
      if (count > 0 && (bytes > GROUP_BYTES_MAX || count === GROUP_ENTRIES_MAX)) break
      count += 1
    }
    return this.#queue.splice(0, count)
  }

  #succeed(group: readonly Waiting[], ms: number): void {
    this.#underWay = []
    for (const waiting of group)
      if (this.#newest.get(waiting.entry.key) === waiting) this.#newest.delete(waiting.entry.key)
    const entries = group.map((waiting) => waiting.entry)
    const bytes = entries.reduce((sum, entry) => sum + (entry.value?.byteLength ?? 0), 0)
    this.commits.push({ entries: entries.length, bytes, ms })
    if (this.commits.length > COMMITS_KEPT_MAX) this.commits.shift()
    this.#options.publish(entries)
    for (const waiting of group) {
      waiting.acknowledge({ type: 'written', entry: waiting.entry })
      for (const resolve of waiting.losers) resolve()
    }
  }

  #refuseAll(error: StorageError): void {
    const refused = [...this.#underWay, ...this.#queue]
    this.#underWay = []
    this.#queue = []
    this.#newest.clear()
    this.assigned = this.#options.published()
    this.#options.onRefused(error)
    for (const waiting of refused) {
      waiting.refuse(error)
      for (const resolve of waiting.losers) resolve()
    }
  }
}

export const toStorageError = (error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError('unavailable', `the disk failed: ${String(error)}`)
