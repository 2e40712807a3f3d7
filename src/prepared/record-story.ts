import { toRevision } from '#api/revision.ts'
import type { Step } from '#samples/step.ts'
import { type StoryReport, tellStory } from '#samples/tell-story.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { everybodyIs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { type PreparedLog, toPreparedLog } from './prepared-log.ts'

export interface Recording {
  readonly log: PreparedLog
  readonly report: StoryReport
}

/** When the recorded stories begin: a moment that no sample mentions otherwise. */
const startMs = Date.UTC(2026, 0, 5, 9, 0, 0)
const origin = 'http://record.invalid'
/** Revisions that are read at once. */
const historyLimit = 1_000_000

/** UUIDs (version 4) that are the same in each recording. */
function countedUids(): () => string {
  let count = 0
  return () => {
    count += 1
    // Multiplied by an odd number, so that neighbours look different.
    const digits = ((count * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
    const tail = count.toString(16).padStart(12, '0')
    return `${digits}-${digits.slice(0, 4)}-4${digits.slice(4, 7)}-8${digits.slice(1, 4)}-${tail}`
  }
}

/** Names for `generateName` that are the same in each recording. */
function countedNames(): (length: number) => string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  let count = 0
  return (length) => {
    count += 1
    return Array.from({ length }, (_, at) => letters[(count * (at + 7) * 31) % letters.length] ?? 'b').join('')
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/**
 * Tells `story` to a server in memory whose clock runs as the story does, with roles in force and its loops running, and
 * returns what the log then holds. [SD3]
 */
export async function recordStory(story: readonly Step[], seconds: number): Promise<Recording> {
  const clock = createSimulatedClock({ now: () => startMs, setTimeout: () => null, clearTimeout: () => undefined })
  clock.setFrozen(true)
  const log = createMemoryLog({ clock })
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, everybodyIs(loopbackAdministrator, 'the recorder')]),
    authorizationMode: 'RBAC',
    debug: true,
    uid: countedUids(),
    random: countedNames(),
    historyMs: Number.MAX_SAFE_INTEGER,
  })
  let compacted = 0
  const report = await tellStory(story, {
    fetch: (input, init) => server.fetch(new Request(input, init)),
    origin,
    now: () => clock.now(),
    reach: (second) => Promise.resolve(clock.advance(Math.max(0, startMs + second * 1000 - clock.now()))),
    pause: async () => {
      clock.advance(100)
      await turn()
    },
    forget: () => {
      compacted = log.revision()
      return Promise.resolve()
    },
  })
  clock.advance(Math.max(0, startMs + seconds * 1000 - clock.now()))
  const entries: readonly LogEntry[] = await log.history({ after: 0, limit: historyLimit })
  server.close()
  await log.close()
  return { log: toPreparedLog(entries, compacted === 0 ? 0 : toRevision(compacted), clock.now()), report }
}
