import { keepNewest } from '#api/caching/keep-newest.ts'
import type { EtcdClient } from '#etcd/client/etcd-client.ts'
import type { Compare, Operation } from '#etcd/client/messages.ts'
import { repeat } from './repeat.ts'

const KEPT_MAX = 1_000
const nothing = new Uint8Array(0)

/**
 * Turns in which hosts choose values that must be unique among all. A key counts them: a write in a turn compares its
 * revision and writes it, so that of two hosts that have chosen at the same time only one can write.
 */
export class Turns {
  readonly #client: EtcdClient
  readonly #key: string
  /** The turns that this host's own writes began: they know of each other, so they do not outrun each other. */
  readonly #own = new Map<number, number>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: EtcdClient, key: string) {
    this.#client = client
    this.#key = key
  }

  /** Returns the turn of the moment, and a revision at which everything written in earlier turns is readable. */
  async begin(): Promise<{ readonly turn: number; readonly revision: number }> {
    const { answer } = await repeat(() => this.#client.range({ key: this.#key }))
    return { turn: answer.kvs[0]?.modRevision ?? 0, revision: answer.revision }
  }

  /** Runs `write` after the earlier writes of turns of this host. */
  inOrder<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    const done = this.#last.then(write)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Returns what a transaction in `turn` compares and writes besides its own key. */
  guard(turn: number | undefined): { readonly compare: readonly Compare[]; readonly success: readonly Operation[] } {
    if (turn === undefined) return { compare: [], success: [] }
    return {
      compare: [{ target: 'mod', key: this.#key, equals: this.#newest(turn) }],
      success: [{ type: 'put', key: this.#key, value: nothing }],
    }
  }

  /** Notes that a write in `turn` was done at `revision`. */
  written(turn: number | undefined, revision: number): void {
    if (turn === undefined) return
    keepNewest(this.#own, [this.#newest(turn), revision], KEPT_MAX)
  }

  #newest(turn: number): number {
    let newest = turn
    for (let next = this.#own.get(newest); next !== undefined; next = this.#own.get(newest)) newest = next
    return newest
  }
}
