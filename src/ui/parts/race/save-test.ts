import type { JsonObject } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { Exchange } from '#record/exchange.ts'
import { makeScenario, neededBy } from '#record/make-scenario.ts'
import { vitestFile } from '#record/write-test.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
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

async function readNeeded(lab: Lab, path: string): Promise<JsonObject | null> {
  try {
    return await getJson<JsonObject>(lab.read, path)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns the sent steps as a Vitest file that runs against any server. [RA4] */
export async function fileOfRace(lab: Lab, subject: Subject, done: readonly DoneStep[]): Promise<string> {
  const exchanges = done.map(toExchange)
  const before = new Map<string, JsonObject>()
  for (const path of neededBy(exchanges).given) {
    const object = path === subject.path ? subject.object : await readNeeded(lab, path)
    if (object !== null) before.set(path, object)
  }
  const title = `two clients write ${subject.resource.kind} ${subject.ref.name}`
  return vitestFile(makeScenario(title, exchanges, before))
}
