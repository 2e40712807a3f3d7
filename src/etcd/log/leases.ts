import type { EtcdClient } from '#etcd/client/etcd-client.ts'
import { GrpcError, grpcCodes } from '#etcd/grpc/grpc-error.ts'
import { repeat } from './repeat.ts'

/** A lease is attached to the keys of one minute, and outlives the last of them by their time to live. */
const SHARED_SECONDS = 60
/** etcd deletes the keys of a lease in one step, so their number is bounded. */
const KEYS_MAX = 1_000

interface Lease {
  readonly id: bigint
  readonly sharedUntilMs: number
  keys: number
}

/** The leases with which keys expire: one for all keys of a minute with the same time to live. [ETC11] */
export class Leases {
  readonly #client: EtcdClient
  /** The current lease by time to live in seconds; a promise while it is being granted. */
  readonly #current = new Map<number, Promise<Lease>>()

  constructor(client: EtcdClient) {
    this.#client = client
  }

  /** Returns the id of a lease that ends between `seconds` and a minute later; 0n for a key that stays. @throws GrpcError */
  async take(seconds: number): Promise<bigint> {
    if (seconds === 0) return 0n
    for (;;) {
      const current = this.#current.get(seconds) ?? this.#grant(seconds)
      const lease = await current
      if (lease.keys < KEYS_MAX && performance.now() < lease.sharedUntilMs) {
        lease.keys += 1
        return lease.id
      }
      this.#forget(seconds, current)
    }
  }

  /** Takes no key into this lease from now on: etcd does not know it. */
  async drop(seconds: number, id: bigint): Promise<void> {
    const current = this.#current.get(seconds)
    if (current !== undefined && (await current).id === id) this.#forget(seconds, current)
  }

  #grant(seconds: number): Promise<Lease> {
    const sharedUntilMs = performance.now() + SHARED_SECONDS * 1_000
    const granted = repeat(() => this.#client.grantLease(seconds + SHARED_SECONDS)).then(
      ({ answer: id }): Lease => ({ id, sharedUntilMs, keys: 0 }),
      (error: unknown) => {
        // Nothing of the write itself is unknown.
        throw error instanceof GrpcError ? new GrpcError(error.code, error.message) : error
      },
    )
    this.#current.set(seconds, granted)
    granted.catch(() => this.#forget(seconds, granted))
    return granted
  }

  #forget(seconds: number, lease: Promise<Lease>): void {
    if (this.#current.get(seconds) === lease) this.#current.delete(seconds)
  }
}

/** Reports whether etcd refused a write because it does not know its lease: a backup was restored, or it has expired. */
export const isLeaseUnknown = (error: unknown): boolean =>
  error instanceof GrpcError && error.code === grpcCodes.notFound && error.message.includes('lease')
