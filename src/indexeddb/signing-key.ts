import { answer } from './database.ts'

const DATABASE = 'orchard-keys'
const STORE = 'keys'

/**
 * Returns the key pair of that name, which signs service account tokens. The browser stores it as non-extractable: it can be used but
 * not read, not even by the page. Created on first use, in a separate database, which no reset and no export of data
 * affects.
 * @throws StorageError when the browser denies storage to the page
 */
export async function keptSigningKey(
  name: string,
  make: () => Promise<CryptoKeyPair>,
  factory: IDBFactory = indexedDB,
): Promise<CryptoKeyPair> {
  const db = await openKeys(factory)
  try {
    const stored: unknown = await answer(db.transaction(STORE).objectStore(STORE).get(name))
    if (isPair(stored)) return stored
    const made = await make()
    return await keepFirst(db, name, made)
  } finally {
    db.close()
  }
}

function openKeys(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  return answer(request)
}

/** Stores the key, unless another tab has stored one in the meantime: then that key is used. */
function keepFirst(db: IDBDatabase, name: string, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore(STORE)
    const read: IDBRequest<unknown> = store.get(name)
    let kept = made
    read.onsuccess = () => {
      if (isPair(read.result)) kept = read.result
      else store.put(made, name)
    }
    transaction.oncomplete = () => resolve(kept)
    transaction.onabort = () => reject(transaction.error ?? new Error('the key cannot be stored'))
  })
}

const isPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value
