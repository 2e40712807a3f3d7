import { Writer } from 'protobufjs/minimal.js'
import type { EtcdConnection } from './etcd-connection.ts'
import {
  encodeProgressRequest,
  encodeTransaction,
  encodeWatchCreate,
  type KeyEvent,
  type KeyRange,
  type KeyValue,
  type RangeQuery,
  readCount,
  readEvent,
  readId,
  readInner,
  readKeyValue,
  readMessage,
  type Transaction,
  type WatchQuery,
  writeRange,
} from './messages.ts'
import type { GrpcError } from '#etcd/grpc/grpc-error.ts'

/** First fields of every answer. */
export interface Header {
  readonly clusterId: bigint
  readonly revision: number
}

export interface RangeResult extends Header {
  readonly kvs: readonly KeyValue[]
  /** There are more keys than the limit. */
  readonly more: boolean
}

export interface TransactionResult extends Header {
  /** The comparison held, and the operations for this case were done. */
  readonly succeeded: boolean
  /** The keys that the range of the transaction found. */
  readonly kvs: readonly KeyValue[]
}

export interface WatchMessage extends Header {
  /** -1 for an answer that concerns all watches of the stream. */
  readonly watchId: number
  readonly type: 'created' | 'canceled' | 'events'
  /** The compacted revision because of which the watch was canceled; else 0. */
  readonly compactRevision: number
  readonly cancelReason: string
  readonly events: readonly KeyEvent[]
}

export interface WatchStream {
  watch(query: WatchQuery): void
  /** Asks for a message without events whose revision says how far the stream is. */
  requestProgress(): void
  close(): void
}

/** The calls of etcd that Orchard uses. All throw GrpcError. */
export class EtcdClient {
  readonly #connection: EtcdConnection

  constructor(connection: EtcdConnection) {
    this.#connection = connection
  }

  get endpoint(): string {
    return this.#connection.endpoint
  }

  close(): void {
    this.#connection.close()
  }

  /** A read that observes every write acknowledged before, by any member. */
  async range(query: RangeQuery): Promise<RangeResult> {
    const message = writeRange(Writer.create(), query).finish()
    const answer = await this.#connection.call('/etcdserverpb.KV/Range', message)
    const kvs: KeyValue[] = []
    const header = newHeader()
    let more = false
    readMessage(answer, {
      1: (reader) => readHeader(reader, header),
      2: (reader) => kvs.push(readKeyValue(reader)),
      3: (reader) => (more = reader.bool()),
    })
    return { ...header, kvs, more }
  }

  async transact(transaction: Transaction): Promise<TransactionResult> {
    const answer = await this.#connection.call('/etcdserverpb.KV/Txn', encodeTransaction(transaction))
    const header = newHeader()
    const kvs: KeyValue[] = []
    let succeeded = false
    readMessage(answer, {
      1: (reader) => readHeader(reader, header),
      2: (reader) => (succeeded = reader.bool()),
      3: (reader) =>
        readInner(reader, { 1: (range) => readInner(range, { 2: (each) => kvs.push(readKeyValue(each)) }) }),
    })
    return { ...header, succeeded, kvs }
  }

  /** Drops the versions of all keys of the store that reads above `revision` do not need. */
  async compact(revision: number): Promise<void> {
    await this.#connection.call('/etcdserverpb.KV/Compact', Writer.create().uint32(8).int64(revision).finish())
  }

  /** Grants a lease of at least `seconds` and returns its id. */
  async grantLease(seconds: number): Promise<bigint> {
    const answer = await this.#connection.call(
      '/etcdserverpb.Lease/LeaseGrant',
      Writer.create().uint32(8).int64(seconds).finish(),
    )
    let id = 0n
    readMessage(answer, { 2: (reader) => (id = readId(reader)) })
    return id
  }

  /** Returns the version of the member that answers, such as `3.5.16`. */
  async version(): Promise<string> {
    const answer = await this.#connection.call('/etcdserverpb.Maintenance/Status', new Uint8Array(0))
    let version = ''
    readMessage(answer, { 2: (reader) => (version = reader.string()) })
    return version
  }

  openWatch(events: { onMessage(message: WatchMessage): void; onEnd(error: GrpcError): void }): WatchStream {
    const stream = this.#connection.open('/etcdserverpb.Watch/Watch', {
      onMessage: (bytes) => events.onMessage(readWatchMessage(bytes)),
      onEnd: (error) => events.onEnd(error),
    })
    return {
      watch: (query) => stream.send(encodeWatchCreate(query)),
      requestProgress: () => stream.send(encodeProgressRequest()),
      close: () => stream.close(),
    }
  }
}

interface MutableHeader {
  clusterId: bigint
  revision: number
}

const newHeader = (): MutableHeader => ({ clusterId: 0n, revision: 0 })

function readHeader(reader: Parameters<typeof readInner>[0], header: MutableHeader): void {
  readInner(reader, {
    1: (each) => (header.clusterId = readId(each)),
    3: (each) => (header.revision = readCount(each)),
  })
}

function readWatchMessage(bytes: Uint8Array): WatchMessage {
  const header = newHeader()
  const events: KeyEvent[] = []
  const found = { watchId: 0, compactRevision: 0, cancelReason: '' }
  let type: WatchMessage['type'] = 'events'
  readMessage(bytes, {
    1: (reader) => readHeader(reader, header),
    2: (reader) => (found.watchId = readCount(reader)),
    3: (reader) => (type = reader.bool() ? 'created' : type),
    4: (reader) => (type = reader.bool() ? 'canceled' : type),
    5: (reader) => (found.compactRevision = readCount(reader)),
    6: (reader) => (found.cancelReason = reader.string()),
    11: (reader) => events.push(readEvent(reader)),
  })
  return { ...header, ...found, type, events }
}

/** Returns the range of all keys that start with `prefix`, which must end with an ASCII character. */
export const prefixRange = (prefix: string): Required<KeyRange> => ({
  key: prefix,
  end: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
})
