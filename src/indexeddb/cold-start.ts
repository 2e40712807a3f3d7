import { toRevision } from '#api/revision.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import { StorageError } from '#server/storage/log.ts'
import { chainSegments, type Segment, unpackSegments } from '#server/storage/segment.ts'
import {
  answer,
  begin,
  firstHead,
  type Head,
  HEAD_KEY,
  isHead,
  isNewerHead,
  newerVersion,
  toStorageError,
} from './database.ts'

/** Size of the key range that holds the snapshot segments of one generation. */
export const GENERATION_KEYS: number = 2 ** 24
const SEGMENTS_PER_READ = 8
const READS_IN_FLIGHT = 2

/** A record of the `log` store. Its key is the revision of its first entry. */
export interface LogRecord {
  readonly key: number
  readonly last: number
  readonly bytes: number
}

export interface ColdStart {
  readonly head: Head
  readonly contents: DiskContents
  /** In key order. */
  readonly records: readonly LogRecord[]
}

/** Increments the epoch before anything is read: from then on no transaction of an older writer can commit. */
export function takeEpoch(db: IDBDatabase): Promise<Head> {
  return new Promise((resolve, reject) => {
    const transaction = begin(db, ['head'])
    const store = transaction.objectStore('head')
    const found: IDBRequest<unknown> = store.get(HEAD_KEY)
    let head: Head = firstHead
    let unknown = false
    found.onsuccess = () => {
      unknown = found.result !== undefined && !isHead(found.result)
      if (unknown) {
        transaction.abort()
        return
      }
      const before = isHead(found.result) ? found.result : firstHead
      head = { ...before, epoch: before.epoch + 1 }
      store.put(head, HEAD_KEY)
      transaction.commit()
    }
    transaction.oncomplete = () => resolve(head)
    transaction.onabort = () =>
      reject(unknown ? unreadable(found.result) : toStorageError(transaction.error, 'the store cannot be written'))
  })
}

const unreadable = (head: unknown): StorageError =>
  isNewerHead(head)
    ? newerVersion()
    : new StorageError('corrupt', 'the store has a format that this version does not support')

/** Reads the snapshot and the log entries after it. @throws StorageError corrupt */
export async function readContents(db: IDBDatabase, head: Head): Promise<ColdStart> {
  const from = head.generation * GENERATION_KEYS
  const snapKeys = await keysOf(db, 'snap', IDBKeyRange.bound(from, from + GENERATION_KEYS - 1))
  const logKeys = await keysOf(db, 'log', null)
  const snapshot = head.generation === 0 ? [] : await readAll(db, 'snap', snapKeys)
  const log = await readAll(db, 'log', logKeys)
  const snapshotRevision = head.snapshotRevision === 0 ? 0 : toRevision(head.snapshotRevision)
  const entries = chainSegments(
    log.flatMap((value) => value.segments),
    snapshotRevision,
  )
  return {
    head,
    contents: {
      snapshot: snapshot.flatMap((value) => value.segments.flatMap((segment) => segment.entries)),
      snapshotRevision,
      log: entries,
      compacted: head.compacted === 0 ? 0 : toRevision(head.compacted),
    },
    records: log.map(({ key, bytes, segments }) => ({ key, bytes, last: lastOf(segments, key) })),
  }
}

interface Value {
  readonly key: number
  readonly bytes: number
  readonly segments: readonly Segment[]
}

const lastOf = (segments: readonly Segment[], key: number): number => segments.at(-1)?.entries.at(-1)?.revision ?? key

async function keysOf(db: IDBDatabase, store: 'log' | 'snap', range: IDBKeyRange | null): Promise<number[]> {
  const keys = await answer(db.transaction(store).objectStore(store).getAllKeys(range))
  return keys.filter((key) => typeof key === 'number')
}

/** Reads ranges of a few segments, two at a time: a single `getAll` would take longer and block all writes. */
async function readAll(db: IDBDatabase, store: 'log' | 'snap', keys: readonly number[]): Promise<Value[]> {
  const parts: Value[][] = []
  let next = 0
  const readOn = async (): Promise<void> => {
    for (let at = next; at < keys.length; at = next) {
      next = at + SEGMENTS_PER_READ
      parts[at / SEGMENTS_PER_READ] = await readSome(db, store, keys.slice(at, next))
    }
  }
  await Promise.all(Array.from({ length: READS_IN_FLIGHT }, readOn))
  return parts.flat()
}

async function readSome(db: IDBDatabase, store: 'log' | 'snap', keys: readonly number[]): Promise<Value[]> {
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return []
  const values: unknown[] = await answer(
    db.transaction(store).objectStore(store).getAll(IDBKeyRange.bound(first, last)),
  )
  if (values.length !== keys.length) throw new StorageError('corrupt', 'a stored segment is missing')
  return values.map((value, i) => {
    if (!ArrayBuffer.isView(value)) throw new StorageError('corrupt', 'a stored segment does not consist of bytes')
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return { key: keys[i] ?? 0, bytes: bytes.byteLength, segments: unpackSegments(bytes) }
  })
}
