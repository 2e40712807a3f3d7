import type { Clock } from '#api/clock.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { Controller } from './controller.ts'

export interface WorkQueueOptions {
  readonly name: string
  readonly clock: Clock
  readonly changed: (status: ControllerStatus) => void
  /** Brings the world in line for one key. False: look again later. A throw is a failure, tried again later. */
  readonly sync: (key: string) => Promise<boolean>
}

export interface WorkQueue extends Controller {
  add(key: string): void
}

const retryMsMin = 100
const retryMsMax = 5000

/** Keys to be looked at: one at a time, each at most once in the queue, later again with growing pauses. */
export function createWorkQueue({ name, clock, changed, sync }: WorkQueueOptions): WorkQueue {
  const waiting = new Set<string>()
  const failures = new Map<string, number>()
  const retries = new Set<() => void>()
  let status: ControllerStatus = { name, paused: false, syncCount: 0, lastSyncMs: 0, lastError: '' }
  let running = false
  let stopped = false

  const tell = (change: Partial<ControllerStatus>): void => {
    status = { ...status, ...change }
    changed(status)
  }
  const retry = (key: string): void => {
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    const cancel = clock.after(Math.min(retryMsMax, retryMsMin * 2 ** count), () => {
      retries.delete(cancel)
      add(key)
    })
    retries.add(cancel)
  }
  const syncOne = async (key: string): Promise<void> => {
    let lastError = ''
    try {
      if (await sync(key)) failures.delete(key)
      else retry(key)
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error)
      retry(key)
    }
    tell({ syncCount: status.syncCount + 1, lastSyncMs: clock.now(), lastError })
  }
  const drain = async (): Promise<void> => {
    running = true
    for (const [key] of waiting.entries()) {
      if (status.paused || stopped) break
      waiting.delete(key)
      await syncOne(key)
    }
    running = false
    if (waiting.size > 0 && !status.paused && !stopped) void drain()
  }
  function add(key: string): void {
    waiting.add(key)
    if (!running && !status.paused && !stopped) void drain()
  }
  return {
    add,
    status: () => status,
    setPaused(paused) {
      if (paused === status.paused) return
      tell({ paused })
      if (!paused && !running) void drain()
    },
    stop() {
      stopped = true
      for (const cancel of retries) cancel()
    },
  }
}
