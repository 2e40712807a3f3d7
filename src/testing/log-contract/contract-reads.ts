import { seededRandom } from '#api/seeded-random.ts'
import {
  assert,
  assertEqual,
  assertFails,
  at,
  contentOf,
  EVERYTHING,
  type LogCase,
  put,
  text,
  tryPut,
} from './contract-harness.ts'
import { endOfPrefix } from '#server/storage/keys.ts'
import type { Log } from '#server/storage/log.ts'

const within = (prefix: string): { start: string; end: string } => ({ start: prefix, end: endOfPrefix(prefix) })

/** Reads at the newest and at every retained revision, ranges, history. */
export const readCases: readonly LogCase[] = [
  {
    name: '[ST30] an empty log is at revision 0',
    isLocal: true,
    async run({ log }) {
      assertEqual([log.revision(), log.compacted()], [0, 0])
    },
  },
  {
    name: '[ST30] an empty log is new and has no keys',
    async run({ log }) {
      assertEqual([log.isNew(), await log.get('a'), await contentOf(log)], [true, null, []])
      await put(log, 'a', '1')
      assertEqual(log.isNew(), false)
    },
  },
  {
    name: '[ST30] a key reads as it was at each revision',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      const gone = await put(log, 'a', null, second.revision)
      const again = await put(log, 'a', '3')
      const readAt = async (revision: number): Promise<string | null> => text(await log.get('a', at(revision)))
      assertEqual(await Promise.all([first, second, gone, again].map((entry) => readAt(entry.revision))), [
        '1',
        '2',
        null,
        '3',
      ])
    },
  },
  {
    name: '[ST31] a revision that does not exist yet fails with future',
    async run({ log }) {
      const { revision } = await put(log, 'a', '1')
      await assertFails(() => log.get('a', at(revision + 1)), 'future')
      await assertFails(() => log.range({ ...EVERYTHING, at: at(revision + 1) }), 'future')
    },
  },
  {
    name: '[ST1] a range is in key order, as a shared store sorts: ns-o/ before ns/',
    async run({ log }) {
      for (const key of ['ns/b', 'ns-o/a', 'ns/a', 'ns0/a', 'ns/a/x', 'm']) await put(log, key, 'v')
      const page = await log.range(within('n'))
      assertEqual(
        page.entries.map((entry) => entry.key),
        ['ns-o/a', 'ns/a', 'ns/a/x', 'ns/b', 'ns0/a'],
      )
    },
  },
  {
    name: '[ST1] keys with characters beyond U+FFFF are in the order of their bytes, too, in ranges and pages',
    async run({ log }) {
      for (const key of ['p/\u{1f600}', 'p/\uffee', 'p/\ud7a3', 'p/\u{10ffff}', 'p/z']) await put(log, key, 'v')
      const first = await log.range({ ...within('p/'), limit: 3 })
      const last = first.entries.at(-1)?.key ?? ''
      const rest = await log.range({ ...within('p/'), start: `${last}\0` })
      assertEqual(
        [...first.entries, ...rest.entries].map((entry) => entry.key),
        ['p/z', 'p/\ud7a3', 'p/\uffee', 'p/\u{1f600}', 'p/\u{10ffff}'],
      )
    },
  },
  {
    name: '[ST32] a range includes its start, excludes its end and deleted keys',
    async run({ log }) {
      for (const key of ['a', 'b', 'c', 'd']) await put(log, key, key)
      await put(log, 'c', null, (await log.get('c'))?.revision ?? 0)
      const page = await log.range({ start: 'b', end: 'd' })
      assertEqual(
        page.entries.map((entry) => entry.key),
        ['b'],
      )
    },
  },
  {
    name: '[ST33] limit truncates a range and remaining counts the rest',
    async run({ log }) {
      for (let i = 0; i < 10; i += 1) await put(log, `p/${i}`, 'v')
      await put(log, 'q/0', 'v')
      const page = await log.range({ ...within('p/'), limit: 4 })
      assertEqual([page.entries.map((entry) => entry.key).join(), page.remaining], ['p/0,p/1,p/2,p/3', 6])
      const rest = await log.range({ start: 'p/4', end: endOfPrefix('p/'), limit: 6 })
      assertEqual([rest.entries.length, rest.remaining], [6, 0])
    },
  },
  {
    name: '[ST33] pages at one revision do not see later writes',
    async run({ log }) {
      for (const key of ['p/a', 'p/b', 'p/d']) await put(log, key, '1')
      const first = await log.range({ ...within('p/'), limit: 1 })
      await put(log, 'p/c', '1')
      await put(log, 'p/d', null, (await log.get('p/d'))?.revision ?? 0)
      await put(log, 'p/b', '2', (await log.get('p/b'))?.revision ?? 0)
      const rest = await log.range({ start: 'p/a\0', end: endOfPrefix('p/'), at: first.revision, limit: 1 })
      assertEqual([first.remaining, rest.revision], [2, first.revision])
      assertEqual([rest.entries.map((entry) => `${entry.key}=${text(entry)}`).join(), rest.remaining], ['p/b=1', 1])
    },
  },
  {
    name: '[ST34] what is acknowledged is readable, and what is readable is acknowledged or durable',
    async run({ log }) {
      const start = log.revision()
      const writing = put(log, 'a', '1')
      assertEqual([log.revision(), await log.get('a')], [start, null], 'before it is durable')
      const { revision } = await writing
      assert(log.revision() >= revision, 'the revision is readable')
      assertEqual(text(await log.get('a')), '1')
      assertEqual(text(await log.get('a', revision)), '1')
    },
  },
  {
    name: '[ST35] history returns retained entries after a revision, oldest first, optionally of one key',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      await put(log, 'b', '1')
      await put(log, 'a', '2', first.revision)
      const read = async (request: { after: number; limit: number; key?: string }): Promise<string> => {
        const entries = await log.history({ ...request, after: request.after === 0 ? 0 : at(request.after) })
        return entries.map((entry) => `${entry.key}=${text(entry)}`).join()
      }
      assertEqual(await read({ after: 0, limit: 10 }), 'a=1,b=1,a=2')
      assertEqual(await read({ after: first.revision, limit: 1 }), 'b=1')
      assertEqual(await read({ after: 0, limit: 10, key: 'a' }), 'a=1,a=2')
    },
  },
  {
    name: '[ST36] status counts keys, versions and bytes',
    async run({ log }) {
      const first = await put(log, 'a', '12345')
      await put(log, 'a', '123', first.revision)
      await put(log, 'b', '1')
      const { keyCount, versionCount, liveBytes, historyBytes, state } = log.status()
      assertEqual([keyCount, versionCount, liveBytes, historyBytes, state], [2, 3, 4, 5, 'open'])
    },
  },
  {
    name: '[ST30] a random walk reads like a model at every revision',
    run: ({ log }) => walk(log, 20_261_121),
  },
]

/** Compares each past state with a copy in a plain map. */
async function walk(log: Log, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const model = new Map<string, { value: string; revision: number }>()
  const states = new Map<number, string[]>()
  for (let step = 0; step < 300; step += 1) {
    const key = `k${random(25)}`
    const live = model.get(key)
    const value = random(4) === 0 ? null : `v${step}`
    const answer = await tryPut(log, key, value, live?.revision ?? 0)
    assert((answer.type === 'written') === (live !== undefined || value !== null), `step ${step} of seed ${seed}`)
    if (answer.type === 'lost') continue
    if (value === null) model.delete(key)
    else model.set(key, { value, revision: answer.entry.revision })
    const state = [...model].map(([name, one]) => `${name}=${one.value}`)
    states.set(answer.entry.revision, state.toSorted(byKey))
  }
  for (const [revision, state] of states) {
    assertEqual(await contentOf(log, revision), state, `revision ${revision} of seed ${seed}`)
  }
}

function byKey(a: string, b: string): number {
  const [left = '', right = ''] = [a.split('=')[0], b.split('=')[0]]
  return left < right ? -1 : 1
}
