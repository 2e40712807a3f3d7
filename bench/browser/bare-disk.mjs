// Measures the minimal cost of a durable write to IndexedDB: the same bytes, one segment for each group, the head read in the
// same strict transaction, acknowledged on `complete`. The overhead of the server is relative to this.
import { packSegments } from '#server/storage/segment.ts'

const STORES = ['head', 'log']

/** Opens a new, empty database. */
export async function openBare(name) {
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store))
  const db = await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  let revision = 0
  /** `fenced`: commits only after it has read the head, as a writer must if another tab may have taken over. */
  const write = (entries, fenced = false) =>
    new Promise((resolve, reject) => {
      const after = revision
      const numbered = entries.map((entry) => ({ ...entry, revision: (revision += 1), created: revision, previous: 0 }))
      const packed = packSegments(
        { after, previous: after, entries: numbered },
        { entriesMax: 256, bytesMax: 192 * 1024 },
      )
      const transaction = db.transaction(STORES, 'readwrite', { durability: 'strict' })
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
      const head = transaction.objectStore('head').get(0)
      for (const { bytes, first } of packed) transaction.objectStore('log').add(bytes, first)
      if (fenced) head.onsuccess = () => transaction.commit()
      else transaction.commit()
    })
  return { write, close: () => db.close() }
}

/** Reads all bytes of the log `name` in the fastest way; returns milliseconds and bytes. */
export async function readAll(name) {
  const start = performance.now()
  const request = indexedDB.open(name)
  const db = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
  const all = (store) =>
    new Promise((resolve, reject) => {
      const read = db.transaction(store).objectStore(store).getAll()
      read.onsuccess = () => resolve(read.result)
      read.onerror = () => reject(read.error)
    })
  const parts = [...(await all('snap')), ...(await all('log'))]
  db.close()
  return { ms: performance.now() - start, bytes: parts.reduce((sum, part) => sum + part.byteLength, 0) }
}
