import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { Controller } from './controller.ts'

export interface WorkQueueOptions {
  readonly name: string
  readonly clock: Clock
  readonly changed: (status: ControllerStatus) => void
  /** Reconciles one key. Returns false to requeue it. A throw is a failure, and is retried with backoff. */
  readonly sync: (key: string) => Promise<boolean>
  /** The number of keys processed concurrently; default 1. */
  readonly workers?: number
  /** The initial backoff, doubled with each failure; default 200 ms. */
  readonly retryMsMin?: number
  /** The maximum backoff; default 5 s. */
  readonly retryMsMax?: number
}

export interface WorkQueue extends Controller {
  add(key: string): void
  /** Adds the key after a delay, unless a shorter delay of the same key ends before. */
  addAfter(key: string, delayMs: number): void
  /** Adds the key with the delay of its next failure. */
  addRateLimited(key: string): void
}

/**
 * A queue of keys. Each key is processed by one worker at a time, is queued at most once, and is retried with
 * exponential backoff.
 */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { name, clock, changed, sync, workers = 1, retryMsMin = 200, retryMsMax = 5000 } = options
  const waiting = new Set<string>()
  const busy = new Set<string>()
  const failures = new Map<string, number>()
  const retries = createDelays(clock, (key) => add(key))
  const delays = createDelays(clock, (key) => add(key))
  let status: ControllerStatus = { name, paused: false, syncCount: 0, lastSyncMs: 0, lastError: '' }
  let stopped = false

  const updateStatus = (change: Partial<ControllerStatus>): void => {
    status = { ...status, ...change }
    changed(status)
  }
  const retry = (key: string): void => {
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    retries.addAfter(key, Math.min(retryMsMax, retryMsMin * 2 ** (count - 1)))
  }
  const syncOne = async (key: string): Promise<void> => {
    let lastError = ''
    const done = await sync(key).catch((error: unknown) => {
      lastError = errorText(error)
      return false
    })
    if (done) failures.delete(key)
    else retry(key)
    updateStatus({ syncCount: status.syncCount + 1, lastSyncMs: clock.now(), lastError })
  }
  /** Starts workers for queued keys. A key in progress waits until its worker has finished. */
  const drain = (): void => {
    for (const key of waiting) {
      if (busy.size >= workers || status.paused || stopped) return
      if (busy.has(key)) continue
      waiting.delete(key)
      busy.add(key)
      void syncOne(key).then(() => busy.delete(key) && drain())
    }
  }
  function add(key: string): void {
    waiting.add(key)
    drain()
  }
  return {
    add,
    addAfter: delays.addAfter,
    addRateLimited: retry,
    status: () => status,
    setPaused(paused) {
      if (paused === status.paused) return
      updateStatus({ paused })
      if (!paused) drain()
    },
    stop() {
      stopped = true
      retries.stop()
      delays.stop()
    },
  }
}

/** Adds keys after a delay; of two delays of one key, the one that ends first counts. */
function createDelays(
  clock: Clock,
  add: (key: string) => void,
): { readonly addAfter: (key: string, delayMs: number) => void; readonly stop: () => void } {
  const delayed = new Map<string, { readonly dueMs: number; readonly cancel: () => void }>()
  return {
    addAfter(key, delayMs) {
      if (delayMs <= 0) return add(key)
      const dueMs = clock.now() + delayMs
      const before = delayed.get(key)
      if (before !== undefined && before.dueMs <= dueMs) return undefined
      before?.cancel()
      const cancel = clock.after(delayMs, () => {
        delayed.delete(key)
        add(key)
      })
      delayed.set(key, { dueMs, cancel })
      return undefined
    },
    stop() {
      for (const { cancel } of delayed.values()) cancel()
    },
  }
}
