import { StorageError } from '#server/storage/log.ts'

/**
 * `wait`: until the holder releases it. `try`: fail if it is held. `steal`: take it over; the epoch then fences the
 * former holder.
 */
export type LockMode = 'wait' | 'try' | 'steal'

/** The exclusive lock for writing a store, held until the store is closed, not per write. */
export interface WriterLock {
  release(): void
}

/**
 * Acquires the Web Lock `name`. `onStolen` is called when another context takes it over.
 * @throws StorageError fenced in mode `try` when the lock is held
 */
export function takeWriterLock(
  locks: LockManager,
  name: string,
  mode: LockMode,
  onStolen: () => void,
): Promise<WriterLock> {
  return new Promise((resolve, reject) => {
    let held = false
    const hold = (lock: Lock | null): Promise<void> => {
      if (lock === null) {
        reject(new StorageError('fenced', 'another tab has this store open'))
        return Promise.resolve()
      }
      held = true
      return new Promise((release) => resolve({ release }))
    }
    locks
      .request(name, { mode: 'exclusive', ifAvailable: mode === 'try', steal: mode === 'steal' }, hold)
      .catch((error: unknown) => {
        if (held) onStolen()
        else reject(new StorageError('unavailable', `the lock of the store cannot be acquired: ${String(error)}`))
      })
  })
}
