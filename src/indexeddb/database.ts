import { StorageError } from '#server/storage/log.ts'

/*
 * All that this room knows of IndexedDB's manners. A transaction dies at the first foreign `await`: requests are issued
 * in one turn, and a request's success is not durability: only `complete` of a strict transaction is.
 */

/** Three stores with keys of their own: segments of the log, of snapshots, and the one head record. */
export type StoreName = 'log' | 'snap' | 'head'

export const HEAD_KEY = 0
const VERSION = 1

/** The one record of `head`. */
export interface Head {
  readonly format: 1
  /** One more with each opening: a writer of an older epoch is fenced. */
  readonly epoch: number
  readonly compacted: number
  /** Current snapshot, 0 for none. */
  readonly generation: number
  readonly snapshotRevision: number
}

export const firstHead: Head = { format: 1, epoch: 0, compacted: 0, generation: 0, snapshotRevision: 0 }

/**
 * Opens the database, made on first use. Waits while another page closes an older one.
 * @throws StorageError unavailable where the browser gives a page no storage (private mode, blocked by its settings)
 */
export async function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  try {
    return await new Promise((resolve, reject) => {
      const request = factory.open(name, VERSION)
      request.onupgradeneeded = () => {
        for (const store of ['log', 'snap', 'head']) request.result.createObjectStore(store)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no reason was given'))
    })
  } catch (error) {
    throw new StorageError('unavailable', `the database can't be opened: ${String(error)}`)
  }
}

/** Forgets a whole store of Orchard, which must be closed. */
export function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(toStorageError(request.error, 'the database can not be deleted'))
  })
}

/** The answer of a request that changes nothing. */
export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(toStorageError(request.error, 'a read failed'))
  })
}

/** What a fenced write does: `work` issues all its requests at once; those that depend on a read, in its callback. */
export type Work = (store: (name: StoreName) => IDBObjectStore, commit: () => void) => void

/**
 * One strict transaction that happens only if the head still has `epoch`. The head is read beside the writes of `work`
 * and not before them, which would cost as much again. Resolves when durable.
 * @throws StorageError full (nothing happened), fenced
 */
export function fencedWrite(db: IDBDatabase, stores: readonly StoreName[], epoch: number, work: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    let fenced = false
    const transaction = begin(db, stores)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(
        fenced ? takenOver() : toStorageError(transaction.error, 'a write was aborted for a reason that was not said'),
      )
    const head: IDBRequest<unknown> = transaction.objectStore('head').get(HEAD_KEY)
    let [checked, ready] = [false, false]
    const commitIfBoth = (): void => {
      if (checked && ready) transaction.commit()
    }
    head.onsuccess = () => {
      fenced = !isHead(head.result) || head.result.epoch !== epoch
      if (fenced) transaction.abort()
      checked = true
      if (!fenced) commitIfBoth()
    }
    const commit = (): void => {
      ready = true
      commitIfBoth()
    }
    try {
      work((name) => transaction.objectStore(name), commit)
    } catch (error) {
      // Left alone it would commit what was issued before.
      transaction.abort()
      throw error
    }
  })
}

/** A strict read-write transaction; `head` is always in its scope, so that old and new writers are ordered. */
export function begin(db: IDBDatabase, stores: readonly StoreName[]): IDBTransaction {
  try {
    return db.transaction([...new Set<StoreName>(['head', ...stores])], 'readwrite', { durability: 'strict' })
  } catch (error) {
    throw toStorageError(error, 'the database is closed')
  }
}

const takenOver = (): StorageError => new StorageError('fenced', 'another writer took over this store')

export function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false
  const head = value as Partial<Record<keyof Head, unknown>>
  if (head.format !== 1) return false
  return [head.epoch, head.compacted, head.generation, head.snapshotRevision].every(Number.isSafeInteger)
}

/** Quota leaves a store that can be read; after any other failure nobody knows what was written: start again from disk. */
export function toStorageError(error: unknown, what: string): StorageError {
  if (error instanceof StorageError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const text = error instanceof Error || error instanceof DOMException ? error.message : what
  if (name === 'QuotaExceededError') return new StorageError('full', `the browser gives no more room: ${text}`)
  return new StorageError('fenced', `${what}${name === '' ? '' : ` (${name}: ${text})`}`)
}
