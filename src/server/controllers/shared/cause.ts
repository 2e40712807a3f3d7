import { keepNewest } from '#api/caching/keep-newest.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { WorkQueue } from './work-queue.ts'
import type { Informers } from './informers.ts'

/** Returns a client whose requests name the revision that they react to; for `''` or undefined, none. */
export type ReactingTo = (cause?: string) => ApiClient

const keysMax = 10_000

/** A queue that notes which change queued each key. */
interface Causes {
  readonly queue: WorkQueue
  /** The latest change that queued a key; `''` if only time passed. */
  of(key: string): string
}

/** Remembers the changes by which keys are queued. A key that queues itself again keeps its cause. [LC6] */
export function createCauses(queue: WorkQueue, informers: Informers): Causes {
  const known = new Map<string, string>()
  const note = (key: string): void => {
    const version = informers.changing()
    if (version === '') return
    keepNewest(known, [key, version], keysMax)
  }
  return {
    of: (key) => known.get(key) ?? '',
    queue: {
      ...queue,
      add(key) {
        note(key)
        queue.add(key)
      },
      addAfter(key, delayMs) {
        note(key)
        queue.addAfter(key, delayMs)
      },
    },
  }
}
