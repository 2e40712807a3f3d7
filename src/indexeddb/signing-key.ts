import { answer } from './database.ts'

const DATABASE = 'orchard-keys'
const STORE = 'keys'
const NAME = 'service-account'

/**
 * The key pair that signs service account tokens: kept by the browser, usable but not readable by anybody, the page
 * included. Made at first use. It has a database of its own, so that no reset and no export of data touches it.
 * @throws StorageError where the browser gives a page no storage
 */
export async function keptSigningKey(
  make: () => Promise<CryptoKeyPair>,
  factory: IDBFactory = indexedDB,
): Promise<CryptoKeyPair> {
  const db = await openKeys(factory)
  try {
    const known: unknown = await answer(db.transaction(STORE).objectStore(STORE).get(NAME))
    if (isPair(known)) return known
    const made = await make()
    return await keepFirst(db, made)
  } finally {
    db.close()
  }
}

function openKeys(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  return answer(request)
}

/** Another tab may have been first meanwhile: then that key is the one. */
function keepFirst(db: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore(STORE)
    const read: IDBRequest<unknown> = store.get(NAME)
    let kept = made
    read.onsuccess = () => {
      if (isPair(read.result)) kept = read.result
      else store.put(made, NAME)
    }
    transaction.oncomplete = () => resolve(kept)
    transaction.onabort = () => reject(transaction.error ?? new Error('the key can not be kept'))
  })
}

const isPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value
