import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { parseCommandLine } from '#node/command-line.ts'
import { openApiServer } from '#node/open-api-server.ts'
import { type Scenario, scenarioFile } from '#record/scenario.ts'
import { runScenarios } from './run-scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'orchard-scenario-'))
afterAll(() => rmSync(folder, { recursive: true }))
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const maps = '/api/v1/namespaces/default/configmaps'
const json = 'application/json'
const scenario: Scenario = {
  format: 'orchard-scenario/1',
  title: 'a lost race',
  given: [
    {
      name: 'given1',
      collection: maps,
      path: `${maps}/a`,
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { n: '0' } },
    },
  ],
  absent: [`${maps}/b`],
  steps: [
    {
      name: 'step1',
      method: 'PATCH',
      path: `${maps}/a`,
      contentType: 'application/merge-patch+json',
      body: { data: { n: '1' } },
      expect: { status: 200, version: { is: 'newer', than: 'given1' } },
    },
    {
      name: 'step2',
      method: 'PATCH',
      path: `${maps}/a`,
      contentType: 'application/merge-patch+json',
      body: { metadata: { resourceVersion: '<<given1.version>>' }, data: { n: '2' } },
      expect: { status: 409 },
    },
    {
      name: 'step3',
      method: 'GET',
      path: `${maps}/a?resourceVersion=<<step1.version>>`,
      expect: { status: 200, version: { is: 'same', than: 'step1' } },
    },
    {
      name: 'step4',
      method: 'POST',
      path: maps,
      contentType: json,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } },
      expect: { status: 201 },
    },
  ],
}

/** Runs the texts of files against a server in memory; returns the exit code and the printed lines. */
async function runOn(texts: readonly string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const serve = parseCommandLine(['serve'])
  if (serve.type !== 'serve') throw new Error('no options')
  const server = await openApiServer(serve.options, { open: true, tokens: [] }, { rootCertificates: '' })
  endings.push(async () => {
    server.endWatches()
    await server.close()
  })
  const files = texts.map((text, at) => {
    const file = join(folder, `${at}.scenario.json`)
    writeFileSync(file, text)
    return file
  })
  const command = parseCommandLine(['scenario', ...files, '--server', 'http://orchard.test/', '--token', 't'])
  if (command.type !== 'scenario') throw new Error('no command')
  const fetcher: typeof fetch = (input, init) => {
    const request = new Request(input, { ...init, headers: {} })
    for (const [name, value] of new Headers(init?.headers)) request.headers.set(name, value)
    expect(request.headers.get('authorization')).toBe('Bearer t')
    request.headers.delete('authorization')
    const { pathname, search } = new URL(request.url)
    return server.handle(request, {
      rawHeaders: [...request.headers],
      rawTarget: `${pathname}${search}`,
      peer: { type: 'none' },
    })
  }
  const lines: string[] = []
  const code = await runScenarios(command, (line) => lines.push(line), fetcher)
  return { code, lines }
}

test('[RCD8] a scenario restores what it needs and checks each answer; it passes again on the same server', async () => {
  const text = scenarioFile(scenario)
  const { code, lines } = await runOn([text, text])
  const passed = [
    'a lost race',
    `ok   step1 PATCH ${maps}/a: 200, newer than given1`,
    `ok   step2 PATCH ${maps}/a: 409`,
    `ok   step3 GET ${maps}/a: 200, the version of step1`,
    `ok   step4 POST ${maps}: 201`,
  ]
  expect({ code, lines }).toEqual({ code: 0, lines: [...passed, ...passed] })
})

test('[RCD8] it stops at the first answer that is not as recorded', async () => {
  const status = scenario.steps.map((step) => (step.name === 'step2' ? { ...step, expect: { status: 200 } } : step))
  const [first, ...rest] = scenario.steps
  const version = [{ ...first, expect: { status: 200, version: { is: 'same', than: 'given1' } } }, ...rest]
  const byStatus = await runOn([JSON.stringify({ ...scenario, steps: status })])
  expect(byStatus).toMatchObject({ code: 1 })
  expect(byStatus.lines.at(-1)).toBe(`fail step2 PATCH ${maps}/a: the status is 409, not 200`)
  const byVersion = await runOn([JSON.stringify({ ...scenario, steps: version })])
  expect(byVersion.code).toBe(1)
  expect(byVersion.lines.at(-1)).toMatch(/^fail step1 .*: the version \d+ is not the version of given1$/)
})

test('[RCD8] a file that is no scenario is refused with the field, and sends nothing', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['{', 'no JSON'],
    ['{}', 'its format is not orchard-scenario/1'],
    [JSON.stringify({ ...scenario, steps: [{}] }), 'steps[0].name is no text'],
    [JSON.stringify({ ...scenario, absent: ['//other.example/x'] }), 'absent[0] is no path'],
    [JSON.stringify({ ...scenario, given: [null] }), 'given[0] is no object'],
  ]
  for (const [text, problem] of wrong) {
    const { code, lines } = await runOn([text])
    expect({ code, lines }).toEqual({ code: 2, lines: [expect.stringContaining(problem)] })
  }
})

test('[RCD8] the command line takes files, a server and a token', () => {
  expect(parseCommandLine(['scenario', 'a', '--server', 'http://a/clusters/blue/'])).toEqual({
    type: 'scenario',
    files: ['a'],
    server: 'http://a/clusters/blue',
    token: '',
  })
  for (const args of [[], ['a', '--server', 'a'], ['a', '--server', 'file:///a'], ['a', '--other']])
    expect(parseCommandLine(['scenario', ...args])).toMatchObject({ type: 'wrong' })
})
