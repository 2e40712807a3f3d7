import type { Clock } from '#api/clock.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import type { Log } from './log.ts'

const PAGE = 1_000

export interface RetentionOptions {
  readonly log: Log
  readonly clock: Clock
  /** History younger than this is kept. Default 5 minutes. */
  readonly ageMs?: number | undefined
  /** So many of the newest revisions are kept whatever their age, so that a jump of the clock can't empty the history. Default 1,000. */
  readonly revisionsMin?: number | undefined
  /** Time between two looks. Default 30 seconds. */
  readonly everyMs?: number | undefined
  /** Told after each compaction, with the revision that reads at or below can't have any more. */
  readonly onCompacted?: ((revision: Revision) => void) | undefined
  /** Told when the disk refused; the next look tries again. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface Retention {
  /** Looks now, as the clock's alarm does. Resolves when what is too old was compacted. */
  enforce(): Promise<void>
  stop(): void
}

/** Forgets history that is both old enough and not among the newest revisions, as long as it is not stopped. [RT1] [RT2] */
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

/** The newest revision that may go, 0 for none. Times need not grow: the first young entry ends the search. */
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
