import type { Revision } from '#api/revision.ts'
import {
  type Appended,
  type Log,
  type LogEntry,
  type LogStatus,
  type LogWatcher,
  type LogWrite,
  type RangeAnswer,
  type RangeRequest,
  StorageError,
  isExpected,
} from '#server/storage/log.ts'
import { endOfPrefix } from '#server/storage/keys.ts'
import type { Mirror } from '#server/storage/mvcc/mirror.ts'
import { MirroredLog } from '#server/storage/mvcc/mirrored-log.ts'
import type { TransactionResult } from '#etcd/client/etcd-client.ts'
import type { Transaction } from '#etcd/client/messages.ts'
import { toStorageError, unknownOutcome } from '#etcd/storage-error.ts'
import { type Attempt, Attempts } from './attempts.ts'
import { compactStore } from './compaction.ts'
import { assertReadable, untilUnreadable } from './faulty-entries.ts'
import { Follower, type FollowerOptions } from './follower.ts'
import { isLeaseUnknown, Leases } from './leases.ts'
import { type EtcdSnapshot, loadSnapshot } from './load-snapshot.ts'
import { type Repeated, repeat, RepeatedError } from './repeat.ts'
import { SharedRead } from './shared-read.ts'
import { Turns } from './turns.ts'

export interface EtcdLogOptions extends FollowerOptions {
  /** Returns a fresh id of one write. */
  readonly uid: () => string
  /** A key outside of the codec's prefix that counts turns of allocation. */
  readonly turnKey: string
  /** Returns the number of seconds after which a written key expires; 0 for never. Default: never. */
  readonly ttlOf?: ((key: string) => number) | undefined
  /** Called when the log is closed. */
  readonly onClose?: (() => void) | undefined
}

/**
 * A {@link Log} on etcd, which several hosts share. Reads and watches are answered from a mirror of all keys, which one
 * watch of etcd keeps up to date; writes are transactions, and answered when the mirror has their event.
 */
export class EtcdLog extends MirroredLog implements Log {
  readonly #options: EtcdLogOptions
  readonly #attempts = new Attempts()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #follower: Follower
  readonly #turns: Turns
  readonly #leases: Leases
  readonly #fresh = new SharedRead(() => this.#readHead())
  readonly #wasEmpty: boolean
  #isFull = false
  #closing: Promise<void> | null = null

  /**
   * Reads the store and follows it. Resolves when everything acknowledged before the call is readable. @throws Error in one
   * sentence if the codec refuses a value
   */
  static async open(options: EtcdLogOptions): Promise<EtcdLog> {
    const { client, codec, clock } = options
    const snapshot = await loadSnapshot(client, codec, clock.now())
    const log = new EtcdLog(options, snapshot)
    await log.#follower.reach(snapshot.newest, true)
    const refusal = await log.#refusal()
    if (refusal === null) return log
    await log.close()
    throw new Error(`etcd ${refusal}, under ${codec.prefix}`)
  }

  private constructor(options: EtcdLogOptions, snapshot: EtcdSnapshot) {
    super()
    this.#options = options
    this.#follower = new Follower(options, this.#attempts, snapshot)
    this.#turns = new Turns(options.client, options.turnKey)
    this.#leases = new Leases(options.client)
    this.#wasEmpty = snapshot.entries.length === 0
  }

  /** Each host asks this once, at its start. */
  isNew(): boolean {
    return this.#wasEmpty && this.mirror.figures().versionCount === 0
  }

  catchUp(): Promise<void> {
    return this.#fresh.run()
  }

  async beginTurn(): Promise<number> {
    try {
      const { turn, revision } = await this.#turns.begin()
      await this.#follower.reach(revision, true)
      return turn
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async append(write: LogWrite): Promise<Appended> {
    this.mirror.assertOpen()
    if (this.#closing !== null) throw new StorageError('fenced', 'the log is closed')
    const newest = this.mirror.live(write.key)
    // Versions only grow: a newer one in the mirror has won already, and nothing can be deleted that must be absent.
    if (newest !== null && newest.revision > write.expected) return lostTo(newest)
    if (write.expected === 0 && write.value === null) return lostTo(newest)
    const { turn } = write
    const written = turn === undefined ? this.#write(write) : this.#turns.inOrder(() => this.#write(write))
    this.#underWay.add(written)
    try {
      return await written
    } finally {
      this.#underWay.delete(written)
    }
  }

  override async get(key: string, at?: Revision): Promise<LogEntry | null> {
    const entry = await super.get(key, at)
    assertReadable([entry])
    return entry
  }

  override async range(request: RangeRequest): Promise<RangeAnswer> {
    const answer = await super.range(request)
    assertReadable(answer.entries)
    return answer
  }

  override watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void {
    const stop: () => void = super.watch(
      prefix,
      after,
      untilUnreadable(watcher, () => stop()),
    )
    return stop
  }

  async compact(revision: Revision): Promise<void> {
    this.mirror.assertOpen()
    this.mirror.assertNotFuture(revision)
    if (revision <= this.mirror.compacted()) return
    const forgotten = this.#follower.forget(revision)
    try {
      await this.#follower.reach(await compactStore(this.#options.client, revision), true)
    } catch (error) {
      throw toStorageError(error)
    }
    await forgotten
  }

  status(): LogStatus {
    const { state } = this.mirror
    return {
      kind: 'etcd',
      state: state === 'open' && this.#isFull ? 'full' : state,
      published: this.revision(),
      assigned: this.revision(),
      compacted: this.compacted(),
      ...this.mirror.figures(),
      commits: [],
      disk: {
        endpoint: this.#options.client.endpoint,
        connected: this.#follower.isConnected ? 1 : 0,
        writesUnderWay: this.#attempts.size,
        reloads: this.#follower.reloads,
      },
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce()
    return this.#closing
  }

  protected get mirror(): Mirror {
    return this.#follower.mirror
  }

  async #closeOnce(): Promise<void> {
    this.#options.onClose?.()
    await Promise.allSettled(this.#underWay)
    this.#follower.stop()
    this.#options.client.close()
  }

  async #write(write: LogWrite): Promise<Appended> {
    const timeMs = write.timeMs ?? this.#options.clock.now()
    const { key, value, author } = write
    const note = { id: this.#options.uid(), timeMs, author }
    const bytes = value === null ? null : this.#options.codec.encode(value, note, key)
    const attempt: Attempt = { write, note, bytes, entry: null }
    this.#attempts.add(attempt)
    try {
      const entry = await this.#decide(attempt)
      this.#isFull = false
      return entry === null ? this.#lost(write) : { type: 'written', entry }
    } catch (error) {
      const failure = toStorageError(error)
      if (failure.code === 'full') this.#isFull = true
      throw failure
    } finally {
      this.#attempts.remove(attempt)
    }
  }

  /**
   * Returns the entry of the write, or `null` if it lost, when the mirror has its event or that of its winner. After an
   * unknown outcome the events decide: an earlier try may have won, and its version may be gone already.
   */
  async #decide(attempt: Attempt): Promise<LogEntry | null> {
    let [isWritten, mayBeWritten] = [false, false]
    try {
      const { answer, isRepeated } = await this.#transact(attempt)
      if (answer.succeeded) this.#turns.written(attempt.write.turn, answer.revision)
      isWritten = answer.succeeded
      mayBeWritten = isWritten || isRepeated
      // The event of a winner may be older than the revision, which another prefix of etcd may have reached.
      await this.#follower.reach(answer.revision, !isWritten)
    } catch (error) {
      const isUnknown = mayBeWritten || (error instanceof RepeatedError && error.isUnknown)
      throw isUnknown ? unknownOutcome(error) : error
    }
    if (isWritten && attempt.entry === null) throw unknownOutcome('its event was lost')
    return mayBeWritten ? attempt.entry : null
  }

  /** The comparison makes repetitions safe: a repeated transaction loses if an earlier one has won. */
  async #transact(attempt: Attempt): Promise<Repeated<TransactionResult>> {
    const { client, ttlOf } = this.#options
    const ttl = attempt.bytes === null ? 0 : (ttlOf?.(attempt.write.key) ?? 0)
    const attach = async (): Promise<Repeated<TransactionResult>> => {
      const lease = await this.#leases.take(ttl)
      const transaction = this.#transactionOf(attempt, lease)
      return repeat(() => client.transact(transaction)).catch(async (error: unknown) => {
        if (isLeaseUnknown(error)) await this.#leases.drop(ttl, lease)
        throw error
      })
    }
    try {
      return await attach()
    } catch (error) {
      if (!isLeaseUnknown(error)) throw error
      const again = await attach()
      return { ...again, isRepeated: again.isRepeated || (error instanceof RepeatedError && error.isUnknown) }
    }
  }

  /** @throws StorageError outrun when the key is as the write expected it: then a write of another turn has won */
  #lost(write: LogWrite): Appended {
    if (write.turn !== undefined && isExpected(write, this.mirror.newest(write.key)))
      throw new StorageError('outrun', 'another host has chosen values at the same time')
    return lostTo(this.mirror.live(write.key))
  }

  #transactionOf({ write: { key, expected, turn }, bytes }: Attempt, lease: bigint): Transaction {
    const guard = this.#turns.guard(turn)
    const etcdKey = this.#options.codec.keyOf(key)
    return {
      compare: [{ target: 'mod', key: etcdKey, equals: expected }, ...guard.compare],
      success: [
        bytes === null ? { type: 'delete', key: etcdKey } : { type: 'put', key: etcdKey, value: bytes, lease },
        ...guard.success,
      ],
      failure: [],
    }
  }

  /** Says why the host must not serve what the mirror holds; `null` if it may. */
  async #refusal(): Promise<string | null> {
    const { codec } = this.#options
    if (codec.refusal === undefined) return null
    const { entries } = await this.mirror.range({ start: '', end: endOfPrefix('') })
    for (const { value } of entries) {
      const refusal = value === null ? null : codec.refusal(value)
      if (refusal !== null) return refusal
    }
    return null
  }

  /** Resolves when the mirror has everything that was acknowledged anywhere before. @throws StorageError */
  async #readHead(): Promise<void> {
    const { client, codec } = this.#options
    try {
      const head = await repeat(() => client.range({ key: codec.prefix, keysOnly: true }))
      await this.#follower.reach(head.answer.revision, true)
    } catch (error) {
      throw toStorageError(error)
    }
  }
}

function lostTo(winner: LogEntry | null): Appended {
  assertReadable([winner])
  return { type: 'lost', winner }
}
