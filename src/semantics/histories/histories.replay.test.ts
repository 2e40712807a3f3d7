import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { openFileLog } from '#node/log/file-log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { startServer } from '#semantics/trial-server.ts'
import { checkHistory, type Operation } from './check-history.ts'
import { type Event, type History, recordHistory } from './record-history.ts'

/** Operations in all; `npm run histories` sets it. */
const COUNT = Number(process.env.ORCHARD_HISTORIES ?? 800)
/** One history: its watch is read at the end, so its events must fit into the buffer of a watch. */
const BATCH = 400

const read = (key: string, begin: number, end: number, revision: number): Operation => ({
  key,
  begin,
  end,
  effect: { type: 'read', revision },
})
const write = (
  key: string,
  [begin, end]: readonly [number, number],
  revision: number,
  replaced: number,
): Operation => ({
  key,
  begin,
  end,
  effect: { type: 'wrote', revision, replaced, deletes: false },
})

test('[HIS1] the check finds lost updates, stale reads, wrong lists and repeated revisions', () => {
  expect(checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 4], 6, 5), read('a', 5, 6, 6)])).toEqual([])
  // Two writers replaced the same version.
  expect(checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 9], 6, 5), write('a', [3, 9], 7, 5)])).toHaveLength(1)
  // A read after a finished write saw the version before it.
  expect(checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 4], 6, 5), read('a', 5, 6, 5)])).toHaveLength(1)
  // A read that overlaps the write may see either version.
  expect(checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 7], 6, 5), read('a', 4, 6, 5)])).toEqual([])
  // Two reads in sequence went back.
  expect(
    checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 9], 6, 5), read('a', 4, 5, 6), read('a', 6, 7, 5)]),
  ).toHaveLength(1)
  const items = new Map([['a', 5]])
  const list: Operation = { key: '', begin: 5, end: 6, effect: { type: 'listed', revision: 6, items } }
  expect(checkHistory([write('a', [1, 2], 5, 0), write('a', [3, 4], 6, 5), list])).toHaveLength(1)
  expect(checkHistory([write('a', [1, 2], 5, 0), write('b', [3, 4], 5, 0)])).toContain('revision 5 was given twice')
})

const name = `[HIS1] [HIS2] ${COUNT} concurrent operations through the API, in memory and in files, have a sequential order`

test(
  name,
  async () => {
    const seed = Number(process.env.ORCHARD_HISTORIES_SEED ?? Date.now() % 1_000_000)
    const counts = { operations: 0, writes: 0, events: 0 }
    for (let done = 0; done < COUNT; done += BATCH) {
      const operations = Math.min(BATCH, COUNT - done)
      // Every other history is on a log in files, whose writes take longer and are committed in groups.
      const history = await oneHistory({ seed: seed + done, operations, inFiles: (done / BATCH) % 2 === 0 })
      expect(checkHistory(history.operations), `seed ${seed + done}`).toEqual([])
      const wrote = writesOf(history)
      expect(history.events.map(placeOf), `seed ${seed + done}: events of the watch`).toEqual(wrote.map(placeOf))
      counts.operations += history.operations.length
      counts.writes += wrote.length
      counts.events += history.events.length
      if (counts.operations % 20_000 === 0) process.stdout.write(`histories: ${counts.operations} operations\n`)
    }
    expect(counts.writes).toBeGreaterThan(counts.operations / 6)
    process.stdout.write(
      `histories: seed ${seed}: ${counts.operations} operations, ${counts.writes} writes, ${counts.events} events; 0 not linearizable, 0 events missing, doubled or out of order\n`,
    )
  },
  // The long run takes as long as the machine lets it.
  COUNT > BATCH * 2 ? 0 : 30_000 + COUNT * 10,
)

interface Wanted {
  readonly seed: number
  readonly operations: number
  readonly inFiles: boolean
}

async function oneHistory({ seed, operations, inFiles }: Wanted): Promise<History> {
  const dir = mkdtempSync(join(tmpdir(), 'orchard-histories-'))
  const log = inFiles ? await openFileLog({ dir, clock: systemClock }) : createMemoryLog({ clock: systemClock })
  const server = startServer({ log, clock: systemClock, freeze: false })
  try {
    return await recordHistory(server, { clients: 16, keys: 16, operations, seed })
  } finally {
    server.server.close()
    await log.close()
    rmSync(dir, { recursive: true })
  }
}

const placeOf = ({ key, revision }: Pick<Event, 'key' | 'revision'>): string => `${key}@${revision}`

const writesOf = ({ operations }: History): readonly { readonly key: string; readonly revision: number }[] => {
  const won = operations.flatMap(({ key, effect }) =>
    effect.type === 'wrote' ? [{ key, revision: effect.revision }] : [],
  )
  // An update without changes answers with the version that it found.
  const unique = new Map(won.map((each) => [placeOf(each), each]))
  return [...unique.values()].toSorted((a, b) => a.revision - b.revision)
}
