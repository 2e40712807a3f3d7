import type { Exchange } from '#record/exchange.ts'
import { makeScenario } from '#record/make-scenario.ts'
import { vitestFile } from '#record/write-test.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { neededObjects } from '#ui/trials/needed-objects.ts'
import type { Subject } from '#ui/trials/subject.ts'
import type { DoneStep } from './run-race.ts'

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

/** Returns the sent steps as a Vitest file that runs against any server. [RA4] */
export async function fileOfRace(lab: Lab, subject: Subject, done: readonly DoneStep[]): Promise<string> {
  const exchanges = done.map(toExchange)
  const before = await neededObjects(lab.read, subject, exchanges)
  const title = `two clients write ${subject.resource.kind} ${subject.ref.name}`
  return vitestFile(makeScenario(title, exchanges, before))
}
