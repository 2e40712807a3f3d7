import type { Exchange } from '#record/exchange.ts'
import { makeScenario } from '#record/make-scenario.ts'
import { type Scenario, type Step, versionMark } from '#record/scenario.ts'
import { neededObjects } from '#ui/trials/needed-objects.ts'
import type { Subject } from '#ui/trials/subject.ts'
import type { CellAnswer } from './answers.ts'
import { askKey, targetOf } from './grid.ts'

/** A version that no server has reached. */
const FUTURE = '9000000000000000'
const GONE = 410
/** The server waits three seconds before it says so. */
const NOT_YET = 504

/** A write after the given object, so that its version is one of the past. */
const laterWrite = (path: string): Step => ({
  name: 'step1',
  method: 'PATCH',
  path,
  contentType: 'application/merge-patch+json',
  body: { metadata: { annotations: { 'bench.example/later': 'yes' } } },
  expect: { status: 200 },
})

const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/**
 * Returns the answered reads as a scenario for any server. Versions are those of the test itself: the one of the past is
 * that of the object before its last write. Left out are watches, whose answers are streams, and what the history no
 * longer had; of the reads of a future version, for which the server waits, one is kept. [VM4]
 */
export async function scenarioOfReads(
  read: typeof fetch,
  subject: Pick<Subject, 'path' | 'object'>,
  answers: readonly CellAnswer[],
): Promise<Scenario> {
  const { path } = subject
  const first: Exchange = {
    id: 1,
    method: 'GET',
    target: path,
    actor: '',
    verb: 'get',
    status: 200,
    wrote: 0,
    body: '',
    contentType: '',
  }
  const before = await neededObjects(read, subject, [first])
  const { given, ...scenario } = makeScenario(`reads of ${collectionOf(path)} by version and match`, [first], before)
  const named = given.find((one) => one.path === path)?.name ?? ''
  const versions = { unset: '', any: '0', old: versionMark(named), future: FUTURE }
  const paths = { object: path, collection: collectionOf(path) }
  const waiting = answers.find(({ code }) => code === NOT_YET)
  const cells = answers.filter(
    (answer) => answer.ask.verb !== 'watch' && answer.code !== GONE && (answer.code !== NOT_YET || answer === waiting),
  )
  const steps = cells.map(({ ask, code }, at): Step => ({
    name: `step${at + 2}`,
    method: 'GET',
    path: targetOf(ask, paths, versions).replaceAll('%3C', '<').replaceAll('%3E', '>'),
    expect: { status: code },
  }))
  return { ...scenario, given, steps: [laterWrite(path), ...steps] }
}

/** The cells in the order of the grid. */
export const inGridOrder = (answers: ReadonlyMap<string, CellAnswer>, asks: readonly CellAnswer['ask'][]) =>
  asks.flatMap((ask): readonly CellAnswer[] => {
    const answer = answers.get(askKey(ask))
    return answer === undefined ? [] : [answer]
  })
