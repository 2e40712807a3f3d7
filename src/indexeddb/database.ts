import { StorageError } from '#server/storage/log.ts'

/*
 * The rules of IndexedDB that this room relies on. A transaction ends at the first unrelated `await`, so requests are
 * issued in one turn. The success of a request does not mean durability; only `complete` of a strict transaction does.
 */

/** Three stores with explicit keys: segments of the log, segments of snapshots, and the head record. */
export type StoreName = 'log' | 'snap' | 'head'

export const HEAD_KEY = 0
const VERSION = 1

/** The only record of the store `head`. */
export interface Head {
  readonly format: 1
  /** Incremented at each opening: a writer with an older epoch is fenced. */
  readonly epoch: number
  readonly compacted: number
  /** Generation of the current snapshot, 0 for none. */
  readonly generation: number
  readonly snapshotRevision: number
}

export const firstHead: Head = { format: 1, epoch: 0, compacted: 0, generation: 0, snapshotRevision: 0 }

/**
 * Opens the database and creates it on first use. Waits while another page closes an older version.
 * @throws StorageError unavailable when the browser denies storage to the page (private mode, blocked by settings)
 */
export async function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  try {
    return await new Promise((resolve, reject) => {
      const request = factory.open(name, VERSION)
      request.onupgradeneeded = () => {
        for (const store of ['log', 'snap', 'head']) request.result.createObjectStore(store)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no reason given'))
    })
  } catch (error) {
    if (isOfNewerVersion(error)) throw newerVersion()
    throw new StorageError('unavailable', `the database can't be opened: ${String(error)}`)
  }
}

/** The browser refuses to open a database whose version is above the wanted one, and leaves it as it is. */
const isOfNewerVersion = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && error.name === 'VersionError'

/** Refusal of a page that is older than the data of its browser. [MC15] */
export const newerVersion = (): StorageError =>
  new StorageError(
    'unavailable',
    'the data in this browser was written by a newer Orchard, and nothing of it was changed; reload the page to get that version',
  )

/** Deletes a database of Orchard, which must be closed. */
export function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(toStorageError(request.error, 'the database cannot be deleted'))
  })
}

/** Returns the result of a read request. */
export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(toStorageError(request.error, 'a read failed'))
  })
}

/**
 * The requests of a fenced write. `work` issues all of them at once, or in the callback of a read that they depend on.
 */
export type Work = (store: (name: StoreName) => IDBObjectStore, commit: () => void) => void

/**
 * Runs one strict transaction that commits only if the head still has `epoch`. The head is read concurrently with the
 * writes of `work`, because reading it first would double the cost. Resolves when durable.
 * @throws StorageError full (nothing was written), fenced
 */
export function fencedWrite(db: IDBDatabase, stores: readonly StoreName[], epoch: number, work: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    let fenced = false
    const transaction = begin(db, stores)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(fenced ? takenOver() : toStorageError(transaction.error, 'a write was aborted without a reason'))
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
      // Without the abort it would commit the requests issued so far.
      transaction.abort()
      throw error
    }
  })
}

/** Begins a strict read-write transaction. `head` is always in its scope, so that old and new writers are ordered. */
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

/** Reports whether a head record has a format of a later version than this. */
export const isNewerHead = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value && Number(value.format) > firstHead.format

/**
 * Maps an error. After a quota error the store remains readable; after any other error it is unknown what was written,
 * so the log must be reopened from disk.
 */
export function toStorageError(error: unknown, what: string): StorageError {
  if (error instanceof StorageError) return error
  if (isOfNewerVersion(error)) return newerVersion()
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const text = error instanceof Error || error instanceof DOMException ? error.message : what
  if (name === 'QuotaExceededError') return new StorageError('full', `the browser grants no more storage: ${text}`)
  return new StorageError('fenced', `${what}${name === '' ? '' : ` (${name}: ${text})`}`)
}
