import type { Exchange } from '#record/exchange.ts'
import { makeScenario } from '#record/make-scenario.ts'
import type { Scenario } from '#record/scenario.ts'
import { vitestFile } from '#record/write-test.ts'
import { neededObjects } from '#ui/trials/needed-objects.ts'
import type { Subject } from '#ui/trials/subject.ts'
import { withOwners } from '#ui/trials/with-owners.ts'
import type { DoneStep } from './run-race.ts'

const APPLY = 'application/apply-patch+yaml'

type Raced = Pick<Subject, 'path' | 'object' | 'ref' | 'resource'>

const verbs: Readonly<Record<string, string>> = { GET: 'get', PUT: 'update', PATCH: 'patch' }

const toExchange = ({ step, exchange, version }: DoneStep, id: number): Exchange => ({
  id: id + 1,
  method: exchange.request.method,
  target: exchange.request.target,
  actor: step.client,
  verb: verbs[exchange.request.method] ?? '',
  status: exchange.code,
  wrote: step.verb === 'write' && exchange.code < 400 ? Number(version) : 0,
  body: exchange.request.body,
  contentType: exchange.request.contentType,
})

/** Returns the sent steps as a scenario for any server. [RA4] */
export async function scenarioOfRace(read: typeof fetch, subject: Raced, done: readonly DoneStep[]): Promise<Scenario> {
  const exchanges = done.map(toExchange)
  const before = await neededObjects(read, subject, exchanges)
  const made = makeScenario(`two clients write ${subject.resource.kind} ${subject.ref.name}`, exchanges, before)
  // The outcome of an apply depends on who owns the field.
  return exchanges.some(({ contentType }) => contentType === APPLY) ? withOwners(made, subject) : made
}

/** Returns the sent steps as a Vitest file that runs against any server. [RA4] */
export const fileOfRace = async (...args: Parameters<typeof scenarioOfRace>): Promise<string> =>
  vitestFile(await scenarioOfRace(...args))
