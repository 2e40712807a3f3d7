import type { Clock } from '#api/clock.ts'
import { toRevision } from '#api/revision.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { Mirror } from '#server/storage/mvcc/mirror.ts'
import type { EtcdClient } from '#etcd/client/etcd-client.ts'
import type { KeyEvent } from '#etcd/client/messages.ts'
import type { EtcdCodec } from '#etcd/codec.ts'
import { toStorageError } from '#etcd/storage-error.ts'
import type { Attempts } from './attempts.ts'
import { Feed } from './feed.ts'
import { type EtcdSnapshot, loadSnapshot } from './load-snapshot.ts'
import { PATIENCE_MS } from './repeat.ts'
import { entryOfEvent } from './to-entry.ts'
import { Waiters } from './waiters.ts'

const RELOAD_RETRY_MS = 1_000
const HISTORY_BYTES_MAX = 128 * 1024 * 1024

export interface FollowerOptions {
  readonly client: EtcdClient
  readonly codec: EtcdCodec
  readonly clock: Clock
  /** Receives what an operator should know: a reload, for example. */
  readonly warn?: ((message: string) => void) | undefined
}

/** Keeps a mirror up to date with etcd, and replaces it when events were lost. */
export class Follower {
  readonly #options: FollowerOptions
  readonly #attempts: Attempts
  readonly #waiters = new Waiters((isWanted) => this.#feed?.wantProgress(isWanted))
  #mirror: Mirror
  #feed: Feed | null = null
  #stopped = false
  /** Number of times that everything was read again. */
  reloads = 0

  constructor(options: FollowerOptions, attempts: Attempts, snapshot: EtcdSnapshot) {
    this.#options = options
    this.#attempts = attempts
    this.#mirror = toMirror(snapshot)
    this.#follow(snapshot.clusterId)
  }

  /** The mirror of the moment: not to be kept, because a reload replaces it. */
  get mirror(): Mirror {
    return this.#mirror
  }

  get isConnected(): boolean {
    return this.#feed?.isConnected === true
  }

  /**
   * Resolves when the mirror has `revision`. `needsProgress`: no event of this prefix may have that revision.
   * @throws StorageError unavailable, fenced, unknown
   */
  async reach(revision: number, needsProgress: boolean): Promise<void> {
    if (this.#mirror.revision() >= revision) return
    await this.#waiters.wait(revision, { needsProgress, timeoutMs: PATIENCE_MS })
  }

  /** Makes revisions up to this one unreadable here and frees their memory. */
  async forget(revision: number): Promise<void> {
    const mirror = this.#mirror
    mirror.compactTo(revision)
    await mirror.dropOld(revision)
  }

  stop(): void {
    this.#stopped = true
    this.#feed?.stop()
    this.#waiters.fail(new StorageError('fenced', 'the log is closed'))
    this.#mirror.end('closed', null)
  }

  #follow(clusterId: bigint): void {
    const mirror = this.#mirror
    this.#feed = new Feed(
      this.#options.client,
      { prefix: this.#options.codec.prefix, clusterId },
      {
        position: () => mirror.revision(),
        onEvents: (events) => this.#receive(events),
        onProgress: (revision) => this.#advance(revision),
        onCompacted: (revision) => this.#hearCompaction(revision),
        onGap: (reason) => void this.#reload(reason),
      },
    )
  }

  #receive(events: readonly KeyEvent[]): void {
    const mirror = this.#mirror
    const position = mirror.revision()
    const group = new Map<string, LogEntry>()
    const context = {
      codec: this.#options.codec,
      attempts: this.#attempts,
      nowMs: this.#options.clock.now(),
      before: (key: string) => group.get(key) ?? mirror.newest(key),
    }
    const entries: LogEntry[] = []
    for (const event of events) {
      // After the stream moved to another member, events may come twice.
      if (event.kv.modRevision <= position) continue
      const entry = entryOfEvent(event, context)
      if (entry === null) continue
      group.set(entry.key, entry)
      entries.push(entry)
    }
    const last = events.at(-1)?.kv.modRevision ?? 0
    if (last <= position) return
    mirror.publish(entries, last)
    this.#waiters.reached(last)
    if (mirror.historyBytes > HISTORY_BYTES_MAX) this.#cutWindow()
  }

  #advance(revision: number): void {
    if (revision <= this.#mirror.revision()) return
    this.#mirror.stepTo(revision)
    this.#waiters.reached(revision)
  }

  /** The event itself has a newer revision: when the mirror reaches it, the newest state is readable by number. */
  #hearCompaction(revision: number): void {
    if (revision > this.#mirror.compacted()) void this.forget(revision)
    void this.reach(revision + 1, true).catch((error: unknown) => this.#options.warn?.(toStorageError(error).message))
  }

  /** Drops the oldest eighth of the history from memory. etcd keeps it. */
  #cutWindow(): void {
    const revision = this.#mirror.oldestEighth()
    if (revision !== undefined) void this.forget(revision)
  }

  /** Reads everything again. All watchers end as if their revision was compacted: events between may be lost. */
  async #reload(reason: string): Promise<void> {
    this.reloads += 1
    this.#options.warn?.(`${reason}: everything is read again`)
    const snapshot = await this.#loadAgain()
    if (snapshot === null) return
    const old = this.#mirror
    this.#mirror = toMirror({ ...snapshot, compacted: snapshot.revision })
    this.#follow(snapshot.clusterId)
    this.#waiters.fail(new StorageError('unknown', reason))
    old.end('closed', new StorageError('compacted', reason))
  }

  /** Returns `null` when the follower was stopped meanwhile. */
  async #loadAgain(): Promise<EtcdSnapshot | null> {
    const { client, codec, clock } = this.#options
    while (!this.#stopped) {
      try {
        const snapshot = await loadSnapshot(client, codec, clock.now())
        return this.#stopped ? null : snapshot
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RELOAD_RETRY_MS))
      }
    }
    return null
  }
}

const toMirror = ({ entries, revision, compacted }: EtcdSnapshot): Mirror =>
  new Mirror({
    snapshot: entries,
    log: [],
    compacted: compacted === 0 ? 0 : toRevision(compacted),
    published: revision,
  })
