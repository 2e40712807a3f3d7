import { readFile } from 'node:fs/promises'
import { parseExactJson } from '#api/exact-json.ts'
import { textOf, valueAt } from '#api/json.ts'
import { NotRestored, playScenario, type ScenarioAnswer, type SendStep } from '#record/play-scenario.ts'
import { readScenario, ScenarioError } from '#record/read-scenario.ts'
import { relationText, type Scenario } from '#record/scenario.ts'
import type { ScenarioCommand } from './parse-scenario.ts'

type Print = (line: string) => void

/** The resourceVersion of a body that is an object or a list. */
function versionOf(text: string): string {
  try {
    const version = valueAt(parseExactJson(text), ['metadata', 'resourceVersion'])
    return textOf(version)
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

const sender =
  ({ server, token }: ScenarioCommand, fetcher: typeof fetch): SendStep =>
  async (method, path, contentType, body): Promise<ScenarioAnswer> => {
    const response = await fetcher(`${server}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(contentType === '' ? {} : { 'content-type': contentType }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === '' ? {} : { body }),
    })
    return { status: response.status, version: versionOf(await response.text()) }
  }

/** Plays one scenario. Returns whether every answer was as recorded. */
async function playOne(scenario: Scenario, send: SendStep, print: Print): Promise<boolean> {
  print(scenario.title)
  for await (const { step, answer, problem } of playScenario(scenario, send)) {
    const { name, method, path, expect } = step
    const line = `${name} ${method} ${path.split('?', 1)[0] ?? ''}`
    if (problem !== '') {
      print(`fail ${line}: ${problem}`)
      return false
    }
    print(`ok   ${line}: ${answer.status}${expect.version === undefined ? '' : `, ${relationText(expect.version)}`}`)
  }
  return true
}

/** Plays the scenarios of files against a running server. Returns the exit code. [RCD8] */
export async function runScenarios(
  command: ScenarioCommand,
  print: Print,
  fetcher: typeof fetch = fetch,
): Promise<number> {
  let code = 0
  for (const file of command.files) {
    try {
      const scenario = readScenario(await readFile(file, 'utf8'))
      if (!(await playOne(scenario, sender(command, fetcher), print))) code = 1
    } catch (error) {
      if (error instanceof ScenarioError) {
        print(`${file}: ${error.message}`)
        return 2
      }
      if (!(error instanceof NotRestored)) throw error
      print(`fail ${error.message}`)
      code = 1
    }
  }
  return code
}
