/** The part of `navigator.locks` in use. MessagePorts don't tell of the other end's death; locks do. */
export interface WebLocks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly ifAvailable?: boolean },
    run: (lock: unknown) => Promise<void> | void,
  ): Promise<unknown>
}

/** Takes the lock `name` as soon as it is free and keeps it until the answer is called (or this context dies). */
export function holdLock(locks: WebLocks, name: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, signal === undefined ? {} : { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}

/** Calls `gone` once the holder of `name` let go or died. Call it only after the holder has the lock. The answer stops waiting. */
export function whenReleased(locks: WebLocks, name: string, gone: () => void): () => void {
  const waiting = new AbortController()
  locks
    .request(name, { signal: waiting.signal }, () => gone())
    .catch((error: unknown) => {
      // The only expected refusal is our own abort; anything else means that the other end cannot be watched.
      if (!waiting.signal.aborted) throw error
    })
  return () => waiting.abort()
}
