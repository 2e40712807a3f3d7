/** The used part of `navigator.locks`. MessagePorts do not report the end of the other side; locks do. */
export interface WebLocks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly ifAvailable?: boolean },
    run: (lock: unknown) => Promise<void> | void,
  ): Promise<unknown>
}

/**
 * Acquires the lock `name` as soon as it is free and holds it until the returned function is called (or this context
 * terminates).
 */
export function holdLock(locks: WebLocks, name: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, signal === undefined ? {} : { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}

/**
 * Calls `gone` when the holder of `name` has released it or terminated. Call it only while the holder has the lock.
 * Returns a function that stops waiting.
 */
export function whenReleased(locks: WebLocks, name: string, gone: () => void): () => void {
  const waiting = new AbortController()
  locks
    .request(name, { signal: waiting.signal }, () => gone())
    .catch((error: unknown) => {
      // The only expected error is this function's abort; any other means that the other end cannot be watched.
      if (!waiting.signal.aborted) throw error
    })
  return () => waiting.abort()
}
