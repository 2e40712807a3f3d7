import {
  assert,
  assertEqual,
  assertFails,
  at,
  contentOf,
  EVERYTHING,
  type LogCase,
  put,
  see,
  settle,
} from './contract-harness.ts'
import type { Log } from '#server/storage/log.ts'

/** Writes a: 1, 2, 3; b: 1, deleted; c: 1. Returns the six revisions. */
async function fill(log: Log): Promise<number[]> {
  const a1 = await put(log, 'a', '1')
  const b1 = await put(log, 'b', '1')
  const a2 = await put(log, 'a', '2', a1.revision)
  const gone = await put(log, 'b', null, b1.revision)
  const c1 = await put(log, 'c', '1')
  const a3 = await put(log, 'a', '3', a2.revision)
  return [a1, b1, a2, gone, c1, a3].map((entry) => entry.revision)
}

const place = (revisions: readonly number[], index: number): number => revisions[index] ?? 0

/** The versions that compaction removes and those that it must keep. */
export const compactionCases: readonly LogCase[] = [
  {
    name: '[ST50] reads at or below the compacted revision fail with compacted, reads above it are unchanged',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 2)))
      assertEqual(log.compacted(), place(revisions, 2))
      for (const revision of revisions.slice(0, 3)) {
        await assertFails(() => log.get('a', at(revision)), 'compacted')
        await assertFails(() => log.range({ ...EVERYTHING, at: at(revision) }), 'compacted')
      }
      assertEqual(await contentOf(log, place(revisions, 3)), ['a=2'])
      assertEqual(await contentOf(log, place(revisions, 4)), ['a=2', 'c=1'])
      assertEqual(await contentOf(log), ['a=3', 'c=1'])
    },
  },
  {
    name: '[ST50] compaction takes effect as soon as it is requested',
    async run({ log }) {
      const revisions = await fill(log)
      const done = log.compact(at(place(revisions, 2)))
      await assertFails(() => log.get('a', at(place(revisions, 2))), 'compacted')
      await done
    },
  },
  {
    name: '[ST51] the newest state stays readable by number when the newest revision is compacted',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 5)))
      const page = await log.range({ ...EVERYTHING, limit: 1 })
      assert(page.revision > place(revisions, 5), 'the counter moved on')
      assertEqual(await contentOf(log, page.revision), ['a=3', 'c=1'])
      await assertFails(() => log.get('a', at(place(revisions, 5))), 'compacted')
      const next = await put(log, 'd', '1')
      assert(next.revision > page.revision, 'the next write comes after')
      assertEqual(await contentOf(log, page.revision), ['a=3', 'c=1'])
    },
  },
  {
    name: '[ST52] a watch below the compacted revision fails with compacted, one at it misses nothing',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 2)))
      await assertFails(() => log.watch('', at(place(revisions, 1)), quiet), 'compacted')
      await assertFails(() => log.watch('', 0, quiet), 'compacted')
      const seen = see(log, '', place(revisions, 2))
      await settle()
      assertEqual(seen.events, ['b=null<1', 'c=1<null', 'a=3<2'])
    },
  },
  {
    name: '[ST52] an open watch continues across a compaction',
    async run({ log }) {
      const seen = see(log, '', log.revision())
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 5)))
      await put(log, 'd', '1')
      await settle()
      assertEqual([seen.events.length, seen.events.at(-1), seen.ended], [7, 'd=1<null', 'no'])
    },
  },
  {
    name: '[ST53] compacting at or below the compacted revision changes nothing, compacting a future revision is refused',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 3)))
      await log.compact(at(place(revisions, 1)))
      await log.compact(at(place(revisions, 3)))
      assertEqual(log.compacted(), place(revisions, 3))
      await assertFails(() => log.compact(at(log.revision() + 1)), 'future')
    },
  },
  {
    name: '[ST54] compaction removes versions that can no longer be read, and nothing else',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 5)))
      const { keyCount, versionCount, historyBytes } = log.status()
      assertEqual([keyCount, versionCount, historyBytes], [2, 2, 0])
      assertEqual((await log.history({ after: 0, limit: 10 })).length, 0)
    },
  },
  {
    name: '[ST54] a deleted and compacted key can be created again',
    async run({ log }) {
      const revisions = await fill(log)
      await log.compact(at(place(revisions, 5)))
      const again = await put(log, 'b', '2')
      assertEqual([again.previous, again.created], [0, again.revision])
      assertEqual(await contentOf(log), ['a=3', 'b=2', 'c=1'])
    },
  },
  {
    name: '[ST55] writes during compaction are kept, and revisions above it still read exactly',
    async run({ log }) {
      for (let i = 0; i < 40; i += 1) await put(log, `k${i}`, '0')
      const middle = log.revision()
      const writes = Array.from({ length: 40 }, async (_, i) => {
        const live = await log.get(`k${i}`)
        return put(log, `k${i}`, '1', live?.revision ?? 0)
      })
      const compacted = log.compact(at(middle - 1))
      await Promise.all(writes)
      assertEqual(new Set((await contentOf(log, middle)).map((line) => line.slice(-2))).size, 1)
      await compacted
      assert(
        (await contentOf(log)).every((line) => line.endsWith('=1')),
        'all updates are there',
      )
      assert(
        (await contentOf(log, middle)).every((line) => line.endsWith('=0')),
        'the revision above is as it was',
      )
    },
  },
]

const quiet = { onEntries: () => undefined, onEnd: () => undefined }
