import type { Step } from '#samples/step.ts'
import { type StoryReport, replayStory } from '#samples/replay-story.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { Log, LogEntry } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { type PreparedLog, toPreparedLog } from './prepared-log.ts'

export interface Recording {
  readonly log: PreparedLog
  readonly report: StoryReport
}

/** The start time of recorded stories: a time that the samples do not contain otherwise. */
const startMs = Date.UTC(2026, 0, 5, 9, 0, 0)
const origin = 'http://record.invalid'
/** Maximum number of revisions that are read at once. */
const historyLimit = 1_000_000

/** Returns a generator of UUIDs (version 4) that are the same in each recording. */
function countedUids(): () => string {
  let count = 0
  return () => {
    count += 1
    // Multiply by an odd number, so that consecutive UUIDs look different.
    const digits = ((count * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
    const tail = count.toString(16).padStart(12, '0')
    return `${digits}-${digits.slice(0, 4)}-4${digits.slice(4, 7)}-8${digits.slice(1, 4)}-${tail}`
  }
}

/** Returns a generator of `generateName` suffixes that are the same in each recording. */
function countedNames(): (length: number) => string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  let count = 0
  return (length) => {
    count += 1
    return Array.from({ length }, (_, at) => letters[(count * (at + 7) * 31) % letters.length] ?? 'b').join('')
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/** Number of pauses without a write and without a request of a loop after which the loops are taken to have nothing left to do. */
const quietPauses = 50

/** Counts requests that are under way. */
class Pending {
  count = 0

  readonly observe =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      this.count += 1
      try {
        return await send(input, init)
      } finally {
        this.count -= 1
      }
    }
}

/**
 * Waits until the server has written the objects that it creates for itself: its loops complete what it seeded. A request
 * may take many pauses, because it loads the code that it needs first.
 */
async function settle(log: Log, pending: Pending, pause: () => Promise<void>): Promise<void> {
  let before = -1
  for (let quiet = 0; quiet < quietPauses; quiet += 1) {
    if (log.revision() !== before || pending.count > 0) quiet = 0
    before = log.revision()
    await pause()
  }
}

interface Stage {
  readonly server: Orchard
  readonly clock: SimulatedClock
  readonly log: Log
  readonly pause: () => Promise<void>
}

/** Starts a server and waits until it has nothing left to do. */
async function openStage(): Promise<Stage> {
  const clock = createSimulatedClock({ now: () => startMs, setTimeout: () => null, clearTimeout: () => undefined })
  clock.setFrozen(true)
  const log = createMemoryLog({ clock })
  const pending = new Pending()
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the recorder')]),
    authorizationMode: 'RBAC',
    debug: true,
    controllerFetch: pending.observe,
    uid: countedUids(),
    random: countedNames(),
    historyMs: Number.MAX_SAFE_INTEGER,
  })
  const pause = async (): Promise<void> => {
    // The time in which a machine loads the code of a request is no part of the story.
    if (pending.count === 0) clock.advance(100)
    await turn()
  }
  await settle(log, pending, pause)
  return { server, clock, log, pause }
}

async function closeStage({ server, log }: Stage): Promise<void> {
  server.close()
  await log.close()
}

/**
 * Replays `story` on an in-memory server with RBAC and controllers, whose clock follows the story, and returns the
 * content of the log. [SD3]
 */
export async function recordStory(story: readonly Step[], seconds: number): Promise<Recording> {
  // The first server loads the code of its loops. They write in the order in which it arrives, so that it is not recorded.
  await closeStage(await openStage())
  const stage = await openStage()
  const { server, clock, log, pause } = stage
  let compacted = 0
  const own = log.revision()
  const report = await replayStory(story, {
    fetch: (input, init) => server.fetch(new Request(input, init)),
    origin,
    now: () => clock.now(),
    reach: (second) => Promise.resolve(clock.advance(Math.max(0, startMs + second * 1000 - clock.now()))),
    pause,
    compact: () => {
      compacted = log.revision()
      return Promise.resolve()
    },
  })
  clock.advance(Math.max(0, startMs + seconds * 1000 - clock.now()))
  const entries: readonly LogEntry[] = await log.history({ after: 0, limit: historyLimit })
  await closeStage(stage)
  return { log: toPreparedLog(entries, { compacted, own, endMs: clock.now() }), report }
}
