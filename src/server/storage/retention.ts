import type { Clock } from '#api/clock.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import type { Log } from './log.ts'

const PAGE = 1_000

export interface RetentionOptions {
  readonly log: Log
  readonly clock: Clock
  /** History younger than this is retained. Default 5 minutes. */
  readonly ageMs?: number | undefined
  /**
   * Number of newest revisions that are retained regardless of age, so that a clock jump cannot empty the history.
   * Default 1,000.
   */
  readonly revisionsMin?: number | undefined
  /** Interval between two checks. Default 30 seconds. */
  readonly everyMs?: number | undefined
  /** Called after each compaction with the newest compacted revision. */
  readonly onCompacted?: ((revision: Revision) => void) | undefined
  /** Called when the disk refused a compaction; the next check retries. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface Retention {
  /** Runs a check now. Resolves when all history that is too old was compacted. */
  enforce(): Promise<void>
  stop(): void
}

/**
 * Periodically compacts history that is both old enough and not among the newest revisions, until it is stopped. [RT1]
 * [RT2]
 */
export function startRetention(options: RetentionOptions): Retention {
  const { log, clock, everyMs = 30_000 } = options
  let stopped = false
  let cancel = (): void => undefined

  const enforce = async (): Promise<void> => {
    const revision = await newestTooOld(options)
    if (stopped || revision <= log.compacted()) return
    await log.compact(toRevision(revision))
    options.onCompacted?.(toRevision(revision))
  }

  const schedule = (): void => {
    cancel = clock.after(everyMs, () => {
      void enforce()
        .catch((error: unknown) => options.onError?.(error))
        .finally(() => {
          if (!stopped) schedule()
        })
    })
  }

  schedule()
  return {
    enforce,
    stop() {
      stopped = true
      cancel()
    },
  }
}

/**
 * Returns the newest revision that may be compacted, 0 for none. Times may decrease between entries: the search ends at
 * the first young entry.
 */
async function newestTooOld({ log, clock, ageMs = 300_000, revisionsMin = 1_000 }: RetentionOptions): Promise<number> {
  const ceiling = log.revision() - revisionsMin
  const youngestMs = clock.now() - ageMs
  let found: number = log.compacted()
  while (found < ceiling) {
    const page = await log.history({ after: found === 0 ? 0 : toRevision(found), limit: PAGE })
    for (const entry of page) {
      if (entry.timeMs > youngestMs || entry.revision > ceiling) return found
      found = entry.revision
    }
    if (page.length < PAGE) return found
  }
  return found
}
