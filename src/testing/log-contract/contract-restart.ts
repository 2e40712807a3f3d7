import { seededRandom } from '#api/seeded-random.ts'
import {
  assert,
  assertEqual,
  assertFails,
  at,
  contentOf,
  type LogCase,
  put,
  see,
  settle,
  text,
} from './contract-harness.ts'
import { type Log, StorageError } from '#server/storage/log.ts'

/** Persistence across close and reopen, for logs that can be reopened. */
export const restartCases: readonly LogCase[] = [
  {
    name: '[ST60] all entries are restored completely, including past revisions',
    async run({ log, reopen, isShared = false }) {
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      const gone = await put(log, 'a', null, second.revision)
      const other = await put(log, 'b', '1')
      const again = await need(reopen)()
      assertEqual(again.revision(), other.revision)
      assertEqual(await contentOf(again), ['b=1'])
      assertEqual(text(await again.get('a', first.revision)), '1')
      const entries = await again.history({ after: 0, limit: 10 })
      const shown = isShared ? storedFacts : facts
      const written = [first, second, gone, other].map(shown)
      assertEqual(entries.map(shown).slice(-written.length), written)
    },
  },
  {
    name: '[ST21] revisions continue after a restart, even if the newest entry is a deletion',
    async run({ log, reopen }) {
      const first = await put(log, 'a', '1')
      const gone = await put(log, 'a', null, first.revision)
      const again = await need(reopen)()
      assertEqual((await put(again, 'b', '1')).revision, gone.revision + 1)
    },
  },
  {
    name: '[ST60] an empty log is empty after it is reopened',
    async run({ log, reopen }) {
      const start = log.revision()
      const again = await need(reopen)()
      assertEqual([again.revision(), again.isNew(), await contentOf(again)], [start, true, []])
    },
  },
  {
    name: '[ST61] the compacted revision is kept across a restart, and nothing above it is lost',
    async run({ log, reopen }) {
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      const third = await put(log, 'a', '3', second.revision)
      await log.compact(second.revision)
      const again = await need(reopen)()
      assertEqual([again.compacted(), again.status().versionCount], [second.revision, 2])
      await assertFails(() => again.get('a', second.revision), 'compacted')
      assertEqual(text(await again.get('a', third.revision)), '3')
      const seen = see(again, '', second.revision)
      await settle()
      assertEqual(seen.events, ['a=3<2'])
    },
  },
  {
    name: '[ST51] a revision that compaction skipped is not reused after a restart',
    async run({ log, reopen }) {
      const { revision } = await put(log, 'a', '1')
      await log.compact(revision)
      const seen = log.revision()
      const again = await need(reopen)()
      assert(again.revision() >= seen, `${again.revision()} is below ${seen}`)
      assertEqual(await contentOf(again, again.revision()), ['a=1'])
      assert((await put(again, 'b', '1')).revision > seen, 'the next write comes after')
    },
  },
  {
    name: '[ST40] a watch resumes after a restart without gaps or duplicates',
    async run({ log, reopen }) {
      const before = see(log, '', log.revision())
      for (let i = 0; i < 5; i += 1) await put(log, `k${i}`, 'v')
      const again = await need(reopen)()
      const after = see(again, '', before.revisions.at(2) ?? 0)
      await put(again, 'k5', 'v')
      await settle()
      assertEqual(
        [...before.revisions.slice(0, 3), ...after.revisions],
        [...before.revisions, (before.revisions.at(-1) ?? 0) + 1],
      )
    },
  },
  {
    name: '[ST60] a random sequence of writes, compactions and restarts reads like a model',
    run: ({ log, reopen }) => live(log, need(reopen), 42),
  },
]

/** Behaviour on a disk that refuses writes, for logs whose disk can be controlled. */
export const refusalCases: readonly LogCase[] = [
  {
    name: '[ST9] a refused write has no effect, and the next write gets its revision',
    async run({ log, refuseNext }) {
      const first = await put(log, 'a', '1')
      need(refuseNext)(new StorageError('unavailable', 'told to'))
      await assertFails(() => put(log, 'a', '2', first.revision), 'unavailable')
      assertEqual([log.revision(), await contentOf(log)], [first.revision, ['a=1']])
      assertEqual((await put(log, 'a', '3', first.revision)).revision, first.revision + 1)
    },
  },
  {
    name: '[ST9] a refused group also fails the groups queued behind it',
    async run({ log, refuseNext }) {
      need(refuseNext)(new StorageError('unavailable', 'told to'))
      const writes = await Promise.allSettled(Array.from({ length: 1_200 }, (_, i) => put(log, `k${i}`, 'v')))
      assert(
        writes.every((write) => write.status === 'rejected'),
        'all are refused',
      )
      assertEqual([log.revision(), await contentOf(log), log.status().assigned], [0, [], 0])
    },
  },
  {
    name: '[ST8] a loser waits until the winner is durable; if that fails, the loser is compared again',
    async run({ log, refuseNext }) {
      const first = await put(log, 'a', '1')
      need(refuseNext)(new StorageError('unavailable', 'told to'))
      const [refused, second] = await Promise.allSettled([
        put(log, 'a', 'refused', first.revision),
        put(log, 'a', 'second', first.revision),
      ])
      assertEqual([refused.status, second.status, await contentOf(log)], ['rejected', 'fulfilled', ['a=second']])
    },
  },
  {
    name: '[ST10] a full disk refuses writes but allows reads and deletions, and recovers when there is room',
    async run({ log, refuseNext }) {
      const first = await put(log, 'a', '1')
      need(refuseNext)(new StorageError('full', 'told to'))
      await assertFails(() => put(log, 'b', '1'), 'full')
      assertEqual([log.status().state, await contentOf(log)], ['full', ['a=1']])
      await assertFails(() => put(log, 'b', '1'), 'full')
      await put(log, 'a', null, first.revision)
      assertEqual(log.status().state, 'open')
      await put(log, 'b', '1')
      assertEqual(await contentOf(log), ['b=1'])
    },
  },
  {
    name: '[ST11] a fenced log stops at once: pending writes, reads and watchers',
    async run({ log, refuseNext }) {
      await put(log, 'a', '1')
      const seen = see(log, '', 0)
      need(refuseNext)(new StorageError('fenced', 'told to'))
      await assertFails(() => put(log, 'b', '1'), 'fenced')
      assertEqual([seen.ended, log.status().state], ['fenced', 'fenced'])
      await assertFails(() => log.get('a'), 'fenced')
      await assertFails(() => put(log, 'c', '1'), 'fenced')
    },
  },
]

function need<Tool>(tool: Tool | undefined): Tool {
  if (tool === undefined) throw new Error('the case was given to a log that can not do it')
  return tool
}

type Entry = Awaited<ReturnType<Log['history']>>[number]
const facts = (entry: Entry): unknown => [
  entry.revision,
  entry.key,
  text(entry),
  entry.created,
  entry.previous,
  entry.timeMs,
  entry.author,
]

/** Without what a shared store does not keep of a deletion. */
const storedFacts = (entry: Entry): unknown =>
  entry.value === null ? [entry.revision, entry.key, entry.created, entry.previous] : facts(entry)

async function live(log: Log, reopen: () => Promise<Log>, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const model = new Map<string, { value: string; revision: number }>()
  let current = log
  let newest = 0
  for (let step = 0; step < 150; step += 1) {
    const key = `k${random(12)}`
    const value = random(4) === 0 && model.has(key) ? null : `v${step}`
    const entry = await put(current, key, value, model.get(key)?.revision ?? 0)
    assert(entry.revision > newest, `step ${step} of seed ${seed}: ${entry.revision} after ${newest}`)
    newest = entry.revision
    if (value === null) model.delete(key)
    else model.set(key, { value, revision: entry.revision })
    if (random(20) === 0) await current.compact(at(current.revision() - random(3)))
    newest = Math.max(newest, current.revision())
    if (random(25) !== 0) continue
    current = await reopen()
    assert(current.revision() >= newest, `step ${step} of seed ${seed}: a restart went back`)
    const expected = [...model].map(([name, one]) => `${name}=${one.value}`)
    assertEqual((await contentOf(current)).toSorted(), expected.toSorted(), `step ${step} of seed ${seed}`)
  }
}
