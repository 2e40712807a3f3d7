import { answer } from './database.ts'

const STORE = 'values'

/** Small values that survive the page: the user's changes to the simulated world, and the configuration files. */
export interface KeptValues {
  get(name: string): Promise<unknown>
  /** The values of several names, read together; `undefined` for a name without a value. */
  getMany(names: readonly string[]): Promise<readonly unknown[]>
  /** All values, in the order of their names. */
  all(): Promise<readonly unknown[]>
  /** Resolves when the value is durable. */
  put(name: string, value: unknown): Promise<void>
  /** Writes all or none. Resolves when they are durable. */
  putAll(values: readonly (readonly [name: string, value: unknown])[]): Promise<void>
  delete(name: string): Promise<void>
}

/**
 * Returns a store of values in a separate database, which a reset of the server's data does not affect; each call opens
 * and closes it.
 */
export function keptValues(database: string, factory: IDBFactory = indexedDB): KeptValues {
  const open = (): Promise<IDBDatabase> => {
    const request = factory.open(database, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
    return answer(request)
  }
  const write = async (change: (store: IDBObjectStore) => void): Promise<void> => {
    const db = await open()
    try {
      await new Promise<void>((resolve, reject) => {
        const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('the write was aborted'))
        change(transaction.objectStore(STORE))
      })
    } finally {
      db.close()
    }
  }
  const read = async <Value>(ask: (store: IDBObjectStore) => Promise<Value>): Promise<Value> => {
    const db = await open()
    try {
      return await ask(db.transaction(STORE).objectStore(STORE))
    } finally {
      db.close()
    }
  }
  return {
    get: (name) => read<unknown>((store) => answer(store.get(name))),
    getMany: (names) => read((store) => Promise.all(names.map((name) => answer<unknown>(store.get(name))))),
    all: () => read<unknown[]>((store) => answer(store.getAll())),
    put: (name, value) => write((store) => store.put(value, name)),
    putAll: (values) =>
      write((store) => {
        for (const [name, value] of values) store.put(value, name)
      }),
    delete: (name) => write((store) => store.delete(name)),
  }
}
