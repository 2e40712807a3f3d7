import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { Controller } from './controller.ts'
import { createPace, type PaceControls, paceControls } from './pace.ts'

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
  const { name, clock, changed, sync, workers = 1 } = options
  const waiting = new Set<string>()
  const busy = new Set<string>()
  const retries = createRetries(options, (key) => add(key))
  const delays = createDelays(clock, (key) => add(key))
  const pace = createPace(clock)
  let last = { syncCount: 0, lastSyncMs: 0, lastError: '' }
  let stopped = false

  const status = (): ControllerStatus => ({
    name,
    paused: pace.paused(),
    ...last,
    waiting: waiting.size,
    delayMs: pace.delayMs(),
  })
  const tell = (): void => changed(status())
  const syncOne = async (key: string): Promise<void> => {
    let lastError = ''
    if (pace.delayMs() > 0) await pace.wait()
    const done = await sync(key).catch((error: unknown) => {
      lastError = errorText(error)
      return false
    })
    if (done) retries.forget(key)
    else retries.add(key)
    last = { syncCount: last.syncCount + 1, lastSyncMs: clock.now(), lastError }
    tell()
  }
  /** Starts workers for queued keys. A key in progress waits until its worker has finished. */
  const drain = (): void => {
    for (const key of waiting) {
      if (busy.size >= workers || stopped) return
      if (busy.has(key)) continue
      if (!pace.mayAct()) return
      waiting.delete(key)
      busy.add(key)
      void syncOne(key).then(() => busy.delete(key) && drain())
    }
  }
  function add(key: string): void {
    const isNew = !waiting.has(key)
    waiting.add(key)
    if (isNew && pace.paused()) tell()
    drain()
  }
  return {
    add,
    addAfter: delays.addAfter,
    addRateLimited: retries.add,
    status,
    ...paceControls(pace, tell, drain),
    stop() {
      stopped = true
      retries.stop()
      delays.stop()
    },
  }
}

/** The controls of a controller that are those of its queue. */
export const controlsOf = ({
  status,
  setPaused,
  step,
  setDelay,
}: WorkQueue): PaceControls & Pick<Controller, 'status'> => ({
  status,
  setPaused,
  step,
  setDelay,
})

interface Retries {
  /** Adds the key after the back-off of its next failure. */
  readonly add: (key: string) => void
  readonly forget: (key: string) => void
  readonly stop: () => void
}

function createRetries(
  { clock, retryMsMin = 200, retryMsMax = 5000 }: WorkQueueOptions,
  add: (key: string) => void,
): Retries {
  const failures = new Map<string, number>()
  const delays = createDelays(clock, add)
  return {
    add(key) {
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      delays.addAfter(key, Math.min(retryMsMax, retryMsMin * 2 ** (count - 1)))
    },
    forget: (key) => void failures.delete(key),
    stop: delays.stop,
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
