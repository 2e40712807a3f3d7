import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { relationText, replaceMarks, type Scenario, type Step, type VersionRelation } from './scenario.ts'

export interface ScenarioAnswer {
  readonly status: number
  /** The resourceVersion of the answer; `''` if it has none. */
  readonly version: string
}

/** Sends a request; `body` is JSON, `''` for none. */
export type SendStep = (method: string, path: string, contentType: string, body: string) => Promise<ScenarioAnswer>

export interface PlayedStep {
  readonly step: Step
  readonly answer: ScenarioAnswer
  /** The difference from the recording; `''` without one. */
  readonly problem: string
}

/** The beginning of a scenario could not be restored. */
export class NotRestored extends Error {}

const GOING_TRIES_MAX = 200

async function restore({ given, absent }: Scenario, send: SendStep, versions: Map<string, string>): Promise<void> {
  for (const path of absent.toReversed()) {
    await send('DELETE', path, '', '')
    // It may be held by a finalizer of an earlier run.
    await send('PATCH', path, 'application/merge-patch+json', '{"metadata":{"finalizers":null}}')
    for (let tries = 0; (await send('GET', path, '', '')).status !== 404; tries += 1)
      if (tries > GOING_TRIES_MAX) throw new NotRestored(`${path} does not go`)
  }
  for (const { name, collection, path, object } of given) {
    const body = printExactJson(object)
    const made = await send('POST', collection, 'application/json', body)
    const answer = made.status === 409 ? await send('PUT', path, 'application/json', body) : made
    if (answer.status >= 300) throw new NotRestored(`${path} could not be restored: ${answer.status}`)
    versions.set(name, answer.version)
  }
}

function holds({ is }: VersionRelation, version: string, than: string): boolean {
  if (is === 'same') return version === than
  const [here, there] = [BigInt(version || '0'), BigInt(than || '0')]
  return is === 'newer' ? here > there : here >= there
}

function problemOf(
  { expect }: Step,
  { status, version }: ScenarioAnswer,
  versions: ReadonlyMap<string, string>,
): string {
  if (status !== expect.status) return `the status is ${status}, not ${expect.status}`
  if (expect.version === undefined) return ''
  const isTrue = /^[0-9]*$/.test(version) && holds(expect.version, version, versions.get(expect.version.than) ?? '')
  return isTrue ? '' : `the version ${version || '""'} is not ${relationText(expect.version)}`
}

/**
 * Restores what a scenario needs, then sends its steps in order up to the first whose answer is not as recorded.
 * @throws NotRestored [RCD8]
 */
export async function* playScenario(scenario: Scenario, send: SendStep): AsyncGenerator<PlayedStep> {
  const versions = new Map<string, string>()
  const filled = (text: string): string => replaceMarks(text, (name) => versions.get(name) ?? '')
  const bodyText = (body: Json | undefined): string => (body === undefined ? '' : filled(printExactJson(body)))
  await restore(scenario, send, versions)
  for (const step of scenario.steps) {
    const answer = await send(step.method, filled(step.path), step.contentType ?? '', bodyText(step.body))
    versions.set(step.name, answer.version)
    const problem = problemOf(step, answer, versions)
    yield { step, answer, problem }
    if (problem !== '') return
  }
}
