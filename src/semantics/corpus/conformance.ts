import { callsOf, startServer } from '#semantics/trial-server.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import type { Check, Outside } from '#semantics/corpus/checks/check-steps.ts'
import { checks } from '#semantics/corpus/checks/conformance-checks.ts'
import { controllerChecks } from '#semantics/corpus/checks/controller-checks.ts'
import { type Family, type Outcome, readCases } from './family.ts'

interface Conformance {
  readonly tests: readonly { readonly test: string; readonly tier: string; readonly check: string }[]
}

/** The upstream conformance tests that the corpus maps to HTTP checks. Those without a check are named. */
export const conformance: Family = {
  name: 'conformance',
  async run(dir) {
    const file = readCases<Conformance>(dir, 'conformance/conformance.json')
    if (file === null) return null
    const outcomes: Outcome[] = []
    for (const { test: id } of file.tests) outcomes.push(await tryTest(id))
    return outcomes
  },
}

/** Other suites that cover the tests without a check here. */
const elsewhere: readonly (readonly [start: string, note: string])[] = [
  ['AggregatedDiscovery', 'src/semantics/discovery.test.ts'],
  ['Aggregator', 'src/semantics/aggregation.test.ts [APS7]'],
  ['API chunking', 'src/semantics/lists.test.ts'],
  ['ServiceAccounts', 'needs pods that run'],
]

async function tryTest(id: string): Promise<Outcome> {
  const controlled = controllerChecks.get(id)
  if (controlled !== undefined) return outcomeOf(id, await withControllers(controlled))
  const check = checks.get(id)
  if (check === undefined) {
    const found = elsewhere.find(([start]) => id.startsWith(start))
    return { id, result: 'skipped', note: found?.[1] ?? 'no check of this name' }
  }
  const outside = { ...nobody }
  const server = startServer({ freeze: false, fetch: (request) => answerReview(request, outside) })
  try {
    const note = await check(server, outside)
    return outcomeOf(id, note)
  } finally {
    server.server.close()
  }
}

const outcomeOf = (id: string, note: string): Outcome =>
  note === '' ? { id, result: 'passed' } : { id, result: 'failed', note }

const nobody: Outside = {
  answer: () => {
    throw new Error('nobody answers')
  },
}

const loops = ['deployment', 'replicaset', 'replicationcontroller']

/** Runs a check while the controllers of the server and some of a controller manager run. */
async function withControllers(check: Check): Promise<string> {
  const clock = createSimulatedClock()
  const orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'a check'),
    debug: false,
    runs: () => true,
    life: { runs: (name) => loops.includes(name) },
  })
  const { fetch } = orchard
  try {
    return await check({ clock, ...callsOf(async (request) => fetch(request)) }, nobody)
  } finally {
    orchard.close()
  }
}

async function answerReview(request: Request, outside: Outside): Promise<Response> {
  const { request: asked, ...review } = await request.json()
  return Response.json({ ...review, response: { uid: asked.uid, ...(await outside.answer(asked, request.url)) } })
}
