import { seededRandom } from '#api/seeded-random.ts'
import { assert, type LogCase, tryPut } from './contract-harness.ts'
import type { Log } from '#server/storage/log.ts'

const CLIENTS = 8
const STEPS = 40
const KEYS = 3

/** A finished operation: its start and end by a shared counter, and what it read or wrote. */
interface Operation {
  readonly key: string
  readonly begin: number
  readonly end: number
  /** The revision of the version that it wrote or read; 0 for an absent key. */
  readonly revision: number
  readonly wrote: { readonly expected: number; readonly deletes: boolean } | null
}

/**
 * Concurrent clients that read, write and delete a few keys: there must be a sequential order that explains all
 * results.
 */
export const linearizableCases: readonly LogCase[] = [
  {
    name: '[ST22] a history of concurrent clients is linearizable: an order by revision explains every result',
    async run({ log }) {
      const seed = 7_919
      const operations = await record(log, seed)
      assert(operations.filter((one) => one.wrote !== null).length > 50, 'enough writes won')
      checkChains(operations, seed)
      checkOrder(operations, seed)
    },
  },
]

async function record(log: Log, seed: number): Promise<Operation[]> {
  const operations: Operation[] = []
  let tick = 0
  const client = async (random: (below: number) => number): Promise<void> => {
    for (let step = 0; step < STEPS; step += 1) {
      const key = `k${random(KEYS)}`
      const begin = (tick += 1)
      const live = await log.get(key)
      const seen = live?.revision ?? 0
      operations.push({ key, begin, end: (tick += 1), revision: seen, wrote: null })
      if (random(3) === 0) continue
      const deletes = seen > 0 && random(3) === 0
      const asked = (tick += 1)
      const answer = await tryPut(log, key, deletes ? null : `${step}`, seen)
      const revision = answer.type === 'written' ? answer.entry.revision : (answer.winner?.revision ?? 0)
      const wrote = answer.type === 'written' ? { expected: seen, deletes } : null
      operations.push({ key, begin: asked, end: (tick += 1), revision, wrote })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(seededRandom(seed + i))))
  return operations
}

/** Checks that each write replaced exactly the previous version. */
function checkChains(operations: readonly Operation[], seed: number): void {
  const newest = new Map<string, number>()
  for (const { key, revision, wrote } of writesOf(operations)) {
    assert(wrote?.expected === (newest.get(key) ?? 0), `seed ${seed}: ${revision} did not replace the newest of ${key}`)
    newest.set(key, wrote?.deletes === true ? 0 : revision)
  }
}

const writesOf = (operations: readonly Operation[]): Operation[] =>
  operations.filter((one) => one.wrote !== null).toSorted((a, b) => a.revision - b.revision)

/**
 * Checks that an order exists: an operation that ended before another began must precede it. A write is placed at its
 * revision, a read anywhere while the version it read was the newest. Giving each the earliest available place is
 * sufficient.
 */
function checkOrder(operations: readonly Operation[], seed: number): void {
  const placed: { end: number; place: number }[] = []
  for (const operation of operations.toSorted((a, b) => a.begin - b.begin)) {
    const earlier = Math.max(0, ...placed.filter((one) => one.end < operation.begin).map((one) => one.place))
    const spans = spansOf(operation, operations)
    const span = spans.find(([, last]) => last >= earlier)
    assert(span !== undefined, `seed ${seed}: ${JSON.stringify(operation)} can not come after revision ${earlier}`)
    placed.push({ end: operation.end, place: Math.max(span[0], earlier) })
  }
}

/**
 * Returns the first and last revision at which the operation can be placed. An absent key may have been read in any
 * of several spans.
 */
function spansOf({ key, revision, wrote }: Operation, operations: readonly Operation[]): [number, number][] {
  if (wrote !== null) return [[revision, revision]]
  const writes = writesOf(operations).filter((one) => one.key === key)
  const until = (after: number): number => (writes.find((one) => one.revision > after)?.revision ?? Infinity) - 1
  if (revision > 0) return [[revision, until(revision)]]
  const absences = writes.filter((one) => one.wrote?.deletes === true).map((one) => one.revision)
  return [0, ...absences].map((from) => [from, until(from)])
}
