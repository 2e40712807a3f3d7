import { expect, test } from 'vitest'
import type { Clock } from '#api/clock.ts'
import { toRevision } from '#api/revision.ts'
import { put } from '#testing/log-contract/contract-harness.ts'
import { StorageError } from './log.ts'
import { createMemoryLog } from './memory-log.ts'
import { openLog } from './mvcc/open-log.ts'
import { RecordingDisk } from './recording-disk.ts'
import { startRetention } from './retention.ts'

/** A clock that advances only when the test advances it. */
function createClock(): Clock & { advance(ms: number): Promise<void>; alarms(): number } {
  let now = 1_000_000
  const alarms = new Map<() => void, number>()
  return {
    now: () => now,
    after(delayMs, run) {
      alarms.set(run, now + delayMs)
      return () => alarms.delete(run)
    },
    alarms: () => alarms.size,
    async advance(ms) {
      now += ms
      for (const [run, dueMs] of alarms) {
        if (dueMs > now) continue
        alarms.delete(run)
        run()
      }
      await new Promise((resolve) => void setTimeout(resolve, 5))
    },
  }
}

const minute = 60_000

test('[RT1] history older than the retention age is compacted, younger history is retained', async () => {
  const clock = createClock()
  const log = createMemoryLog({ clock })
  const compacted: number[] = []
  const retention = startRetention({
    log,
    clock,
    revisionsMin: 0,
    onCompacted: (revision) => void compacted.push(revision),
  })
  for (let i = 1; i <= 10; i += 1) {
    await put(log, `k${i}`, 'v')
    await clock.advance(minute)
  }

  expect(log.compacted()).toBe(6)
  expect(compacted.at(-1)).toBe(6)
  retention.stop()
  expect(clock.alarms()).toBe(0)
})

test('[RT2] the newest revisions are retained regardless of age, so a clock jump cannot empty the history', async () => {
  const clock = createClock()
  const log = createMemoryLog({ clock })
  const retention = startRetention({ log, clock, revisionsMin: 7 })
  for (let i = 1; i <= 10; i += 1) await put(log, `k${i}`, 'v')
  await clock.advance(10_000 * minute)

  expect(log.compacted()).toBe(3)
  retention.stop()
})

test('[RT2] by default 1,000 revisions and 5 minutes are retained', async () => {
  const clock = createClock()
  const log = createMemoryLog({ clock })
  const retention = startRetention({ log, clock })
  await Promise.all(Array.from({ length: 2_500 }, (_, i) => put(log, `k${i}`, 'v')))
  await clock.advance(4 * minute)
  expect(log.compacted()).toBe(0)
  await clock.advance(minute)
  expect(log.compacted()).toBe(1_500)
  retention.stop()
})

test('[RT1] a clock that moves backwards retains more history, never less', async () => {
  const clock = createClock()
  const log = createMemoryLog({ clock })
  const retention = startRetention({ log, clock, revisionsMin: 0 })
  await put(log, 'a', 'v')
  await clock.advance(-60 * minute)
  await put(log, 'b', 'v')
  await clock.advance(10 * minute)
  await retention.enforce()

  expect(log.compacted()).toBe(0)
  retention.stop()
})

test('[RT3] a refused compaction is reported and retried at the next check', async () => {
  const clock = createClock()
  const disk = new RecordingDisk()
  const log = await openLog({ disk, clock })
  const errors: unknown[] = []
  const retention = startRetention({ log, clock, revisionsMin: 0, onError: (error) => void errors.push(error) })
  await put(log, 'a', 'v')
  disk.refuseCompaction(new StorageError('unavailable', 'refused by the test'))
  await clock.advance(6 * minute)
  expect([errors.length, log.revision()]).toEqual([1, 1])

  await log.compact(toRevision(1))
  expect([log.compacted(), log.revision()], 'the same revision may be compacted again').toEqual([1, 2])
  await put(log, 'b', 'v')
  await clock.advance(6 * minute)
  expect([errors.length, log.compacted()]).toEqual([1, 3])
  retention.stop()
})
