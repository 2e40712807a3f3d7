import { Writer } from 'protobufjs/minimal.js'
import type { EtcdConnection } from './etcd-connection.ts'
import {
  encodeProgressRequest,
  encodeTransaction,
  encodeWatchCreate,
  type Fields,
  type KeyEvent,
  type KeyRange,
  type KeyValue,
  type Mutable,
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

/** First field of every answer. */
export interface Header {
  readonly revision: number
}

export interface RangeResult extends Header {
  readonly clusterId: bigint
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
    return readMessage(answer, rangeFields, { revision: 0, clusterId: 0n, kvs: [], more: false })
  }

  async transact(transaction: Transaction): Promise<TransactionResult> {
    const answer = await this.#connection.call('/etcdserverpb.KV/Txn', encodeTransaction(transaction))
    return readMessage(answer, transactionFields, { revision: 0, succeeded: false, kvs: [] })
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
    return readMessage(answer, { 2: (reader, granted) => (granted.id = readId(reader)) }, { id: 0n }).id
  }

  /** Returns the version of the member that answers, such as `3.5.16`. */
  async version(): Promise<string> {
    const answer = await this.#connection.call('/etcdserverpb.Maintenance/Status', new Uint8Array(0))
    return readMessage(answer, { 2: (reader, status) => (status.version = reader.string()) }, { version: '' }).version
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

const headerFields: Fields<{ revision: number }> = {
  3: (reader, header) => (header.revision = readCount(reader)),
}

const rangeHeaderFields: Fields<{ revision: number; clusterId: bigint }> = {
  ...headerFields,
  1: (reader, header) => (header.clusterId = readId(reader)),
}

const rangeFields: Fields<Mutable<RangeResult> & { readonly kvs: KeyValue[] }> = {
  1: (reader, range) => readInner(reader, rangeHeaderFields, range),
  2: (reader, range) => range.kvs.push(readKeyValue(reader)),
  3: (reader, range) => (range.more = reader.bool()),
}

interface FoundKeys {
  readonly kvs: KeyValue[]
}

const foundFields: Fields<FoundKeys> = { 2: (reader, found) => found.kvs.push(readKeyValue(reader)) }

const operationFields: Fields<FoundKeys> = { 1: (reader, found) => readInner(reader, foundFields, found) }

const transactionFields: Fields<Mutable<TransactionResult> & FoundKeys> = {
  1: (reader, result) => readInner(reader, headerFields, result),
  2: (reader, result) => (result.succeeded = reader.bool()),
  3: (reader, result) => readInner(reader, operationFields, result),
}

const watchFields: Fields<Mutable<WatchMessage> & { readonly events: KeyEvent[] }> = {
  1: (reader, message) => readInner(reader, headerFields, message),
  2: (reader, message) => (message.watchId = readCount(reader)),
  3: (reader, message) => (message.type = reader.bool() ? 'created' : message.type),
  4: (reader, message) => (message.type = reader.bool() ? 'canceled' : message.type),
  5: (reader, message) => (message.compactRevision = readCount(reader)),
  6: (reader, message) => (message.cancelReason = reader.string()),
  11: (reader, message) => message.events.push(readEvent(reader)),
}

const readWatchMessage = (bytes: Uint8Array): WatchMessage =>
  readMessage(bytes, watchFields, {
    revision: 0,
    watchId: 0,
    type: 'events',
    compactRevision: 0,
    cancelReason: '',
    events: [],
  })

/** Returns the range of all keys that start with `prefix`, which must end with an ASCII character. */
export const prefixRange = (prefix: string): Required<KeyRange> => ({
  key: prefix,
  end: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
})
