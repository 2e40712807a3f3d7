import { StorageError } from '#server/storage/log.ts'

/** `wait`: until the holder is gone. `try`: refuse when there is one. `steal`: take it over; its epoch then fences it. */
export type LockMode = 'wait' | 'try' | 'steal'

/** The exclusive right to write a store, held for life: never one per write. */
export interface WriterLock {
  release(): void
}

/**
 * Takes the Web Lock `name`. `onStolen` tells that somebody took it over.
 * @throws StorageError fenced in mode `try` when somebody holds it
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
        else reject(new StorageError('unavailable', `the lock of the store can not be had: ${String(error)}`))
      })
  })
}
