import { type EtcdClient, prefixRange, type WatchMessage, type WatchStream } from '#etcd/client/etcd-client.ts'
import type { KeyEvent } from '#etcd/client/messages.ts'
import { COMPACT_KEY } from './compaction.ts'

const RETRY_MS = 50
const RETRY_MAX_MS = 1_000
const PROGRESS_EVERY_MS = 20
const ownWatch = 1
const compactWatch = 2
/** The watch id of answers that concern all watches of a stream. */
const allWatches = -1

export interface FeedEvents {
  /** The newest revision whose events were all received. */
  position(): number
  onEvents(events: readonly KeyEvent[]): void
  /** All events up to `revision` were received. */
  onProgress(revision: number): void
  /** A host compacts the store up to this revision. */
  onCompacted(revision: number): void
  /** The events after the position are lost, or the store is another one: everything must be read again. */
  onGap(reason: string): void
}

/** Follows all keys of a prefix by one watch, across failures of members. */
export class Feed {
  readonly #client: EtcdClient
  readonly #prefix: string
  readonly #clusterId: bigint
  readonly #events: FeedEvents
  #stream: WatchStream | null = null
  #progressTimer: NodeJS.Timeout | null = null
  #retryTimer: NodeJS.Timeout | null = null
  #retryMs = RETRY_MS
  #stopped = false

  constructor(client: EtcdClient, { prefix, clusterId }: { prefix: string; clusterId: bigint }, events: FeedEvents) {
    this.#client = client
    this.#prefix = prefix
    this.#clusterId = clusterId
    this.#events = events
    void this.#open()
  }

  get isConnected(): boolean {
    return this.#stream !== null
  }

  stop(): void {
    this.#stopped = true
    this.wantProgress(false)
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    this.#stream?.close()
  }

  /** Asks for progress, again and again while `isWanted`: etcd does not answer while it sends the past. */
  wantProgress(isWanted: boolean): void {
    if (isWanted === (this.#progressTimer !== null)) return
    if (this.#progressTimer !== null) {
      clearInterval(this.#progressTimer)
      this.#progressTimer = null
      return
    }
    this.#stream?.requestProgress()
    this.#progressTimer = setInterval(() => this.#stream?.requestProgress(), PROGRESS_EVERY_MS)
  }

  async #open(): Promise<void> {
    const after = this.#events.position()
    try {
      // A watch from the future would be accepted in silence: only a consistent read shows that a backup was restored.
      const head = await this.#client.range({ key: this.#prefix, keysOnly: true })
      if (this.#stopped) return
      if (head.clusterId !== this.#clusterId) return this.#gap('another etcd cluster answers at this address')
      if (head.revision < after) return this.#gap(`etcd went back from revision ${after} to ${head.revision}`)
      const stream = this.#client.openWatch({
        onMessage: (message) => this.#receive(message),
        onEnd: () => this.#reopen(),
      })
      stream.watch({ ...prefixRange(this.#prefix), startRevision: after + 1, watchId: ownWatch })
      stream.watch({ key: COMPACT_KEY, startRevision: after + 1, watchId: compactWatch })
      this.#stream = stream
      if (this.#progressTimer !== null) stream.requestProgress()
    } catch {
      this.#reopen()
    }
  }

  #reopen(): void {
    this.#stream = null
    if (this.#stopped || this.#retryTimer !== null) return
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null
      void this.#open()
    }, this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS)
  }

  #receive({ type, watchId, events, revision, compactRevision }: WatchMessage): void {
    if (this.#stopped) return
    if (type === 'canceled') {
      this.#canceled(watchId, compactRevision)
      return
    }
    if (type === 'created') return
    this.#retryMs = RETRY_MS
    if (watchId === compactWatch) {
      for (const { kv } of events) this.#events.onCompacted(Number(new TextDecoder().decode(kv.value)))
    } else if (events.length > 0) this.#events.onEvents(events)
    else if (watchId === allWatches) this.#events.onProgress(revision)
  }

  /**
   * Only the watch of this prefix loses events by a compaction. The watch of the compaction key may be older: etcd adds it
   * to its queue after the other, and sends the past of both some time later.
   */
  #canceled(watchId: number, compactRevision: number): void {
    if (compactRevision > 0 && watchId !== compactWatch)
      return this.#gap(`etcd was compacted to ${compactRevision} before its events were received`)
    if (compactRevision > 0) this.#events.onCompacted(compactRevision)
    this.#stream?.close()
    this.#reopen()
  }

  #gap(reason: string): void {
    this.stop()
    this.#events.onGap(reason)
  }
}
