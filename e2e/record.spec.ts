import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { findings, findingsInThemes } from './axe-findings.ts'
import { allowBridge, startBridge } from './bridge-process.ts'
import { BASE_URL, CHROMIUM_FLAGS } from './chromium.ts'
import { openDockTab, openLab, openPalette } from './lab-page.ts'
import { test } from './page-test.ts'
import { printedAddress, program } from './program.ts'
import { choose, create, openWork, send } from './work-page.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

const root = join(import.meta.dirname, '..')
let folder = ''
// In a hook, not while the file is loaded: a worker that comes back to this file loads it only once.
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchard-record-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
const children: ChildProcess[] = []
test.afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  readonly code: number | null
  readonly text: string
}

/** Runs a program without the variables of the test runner around it. */
function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, { cwd: folder, env: { PATH, HOME, ...env } })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

/** Starts `orchard serve` and returns its address. */
function serve(): Promise<string> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'])
  children.push(child)
  return printedAddress(child)
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Record as test' })

/** A session: a patch of an object that is there, an update of it, a read, a lost race, and a deletion. */
async function playSession(page: Page): Promise<void> {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await openWork(page, 'Request')
  const status = page.getByTestId('answer-status')
  const sendSample = async (method: string, expected: string): Promise<void> => {
    await page.getByTestId('request-method').selectOption(method)
    await page.getByTestId('request-sample').click()
    await page.getByTestId('request-send').click()
    await expect(status).toHaveText(expected)
  }
  // The status is that of the answer before until the next one arrives, and a further request would end the one on its way.
  const wrote = page.getByText(/^wrote revision \d+$/)
  await sendSample('PATCH', '200 OK')
  await expect(wrote).toBeVisible()
  await send(page, 'GET', `${configMaps}/palette`)
  await expect(wrote).toHaveCount(0)
  await expect(status).toHaveText('200 OK')
  await send(page, 'DELETE', `${configMaps}/palette`)
  await expect(wrote).toBeVisible()
  await expect(status).toHaveText('200 OK')
  await send(page, 'GET', `${configMaps}/palette`)
  await expect(status).toHaveText('404 Not Found')
}

/** Opens the sheet and returns the generated file in the given form. */
async function madeFile(page: Page, form: string, file: string): Promise<string> {
  const sheet = sheetOf(page)
  await sheet.getByRole('radiogroup', { name: 'Form' }).getByText(form, { exact: true }).click()
  const text = sheet.getByLabel(file, { exact: true })
  await expect(text).toContainText('palette')
  return (await text.textContent()) ?? ''
}

test('[RCD4] [RCD5] [RCD8] a session becomes tests, a script and a scenario that run green against the page and a served server', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await playSession(page)
  await openDockTab(page, /^Requests/)
  await page.getByRole('button', { name: 'Record…' }).click()
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(4)
  // The body of a request that this tab did not send through the Lab is unknown.
  await expect(sheet.getByText('Its body was sent by another client.').first()).toBeVisible()

  const files = {
    scenario: await madeFile(page, 'Scenario', 'recorded.scenario.json'),
    shell: await madeFile(page, 'Shell', 'recorded.sh'),
    vitest: await madeFile(page, 'Vitest', 'recorded.test.ts'),
    playwright: await madeFile(page, 'Playwright', 'recorded.spec.ts'),
  }
  const scenario = JSON.parse(files.scenario) as Record<string, unknown>
  expect(scenario).toMatchObject({ format: 'orchard-scenario/1', absent: [], steps: [{}, {}, {}, {}] })
  expect(JSON.stringify(scenario)).not.toMatch(/"uid"|creationTimestamp|managedFields/)
  writeFileSync(join(folder, 'recorded.scenario.json'), files.scenario)
  writeFileSync(join(folder, 'recorded.sh'), files.shell)
  mkdirSync(join(folder, 'vitest'))
  writeFileSync(join(folder, 'vitest/recorded.test.ts'), files.vitest)
  symlinkSync(join(root, 'node_modules'), join(folder, 'vitest/node_modules'))
  writeFileSync(join(folder, 'recorded.spec.ts'), files.playwright)

  const served = await serve()
  const bridge = await startBridge()
  children.push(bridge.child)
  await allowBridge(page, bridge)
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', join(folder, 'vitest')]
  for (const base of [served, bridge.base]) {
    const env = { ORCHARD_URL: base }
    // Runs twice, because the generated files restore the initial state themselves.
    for (const _time of [1, 2]) expect(await run('sh', ['recorded.sh'], env)).toMatchObject({ code: 0 })
    const byScenario = await run(process.execPath, [program, 'scenario', 'recorded.scenario.json'], env)
    expect(byScenario.code, byScenario.text).toBe(0)
    expect(byScenario.text.match(/^ok /gm)).toHaveLength(4)
    const byVitest = await run(process.execPath, vitest, env)
    expect(byVitest.code, byVitest.text).toBe(0)
  }

  const executablePath = process.env['ORCHARD_CHROMIUM']
  const launchOptions = { args: CHROMIUM_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) }
  const config = {
    testDir: '.',
    testMatch: 'recorded.spec.ts',
    reporter: 'list',
    // As patient as the rest of the tests: the page starts on a busy machine.
    expect: { timeout: 20_000 },
    use: { baseURL: BASE_URL, launchOptions },
  }
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  const playwright = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'playwright.config.mjs']
  for (const target of [{}, { ORCHARD_URL: served }]) {
    const byPlaywright = await run(process.execPath, playwright, target)
    expect(byPlaywright.code, byPlaywright.text).toBe(0)
    expect(byPlaywright.text).toContain('1 passed')
  }

  // A server that answers otherwise fails the script.
  const env = { ORCHARD_URL: served }
  writeFileSync(join(folder, 'wrong.sh'), files.shell.replace('[ "$status" = 200 ]', '[ "$status" = 299 ]'))
  expect(await run('sh', ['wrong.sh'], env)).toMatchObject({ code: 1 })
  writeFileSync(join(folder, 'wrong.json'), files.scenario.replace('"status": 404', '"status": 200'))
  expect(await run(process.execPath, [program, 'scenario', 'wrong.json'], env)).toMatchObject({ code: 1 })
})

test('[RCD9] a cassette of all that a tab was answered replays in it; the sheet Record has no findings of axe', async ({
  page,
}) => {
  await playSession(page)
  await openPalette(page)
  await page.getByRole('combobox', { name: 'Search or run' }).fill('Cassette')
  await page.keyboard.press('Enter')
  const bar = page.getByTestId('tab-cassette')
  await bar.getByRole('button', { name: 'Record the answers to this tab' }).click()
  await create(page, 'taped')
  await send(page, 'GET', `${configMaps}/taped`)
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(bar.getByRole('status')).toHaveText('1 answer so far')
  await bar.getByRole('button', { name: 'Stop recording' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: /Download cassette/ }).click(),
  ])
  expect((await request(page, `${configMaps}/taped`, { method: 'DELETE' })).status).toBe(200)
  await bar.getByLabel('Cassette that answers this tab').setInputFiles(await download.path())
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  expect(await findings(page)).toEqual([])
  await bar.getByText('Event by event').click()
  await expect(bar.getByRole('button', { name: 'Next event' })).toBeVisible()
  await bar.getByRole('button', { name: 'Back to the server' }).click()
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toHaveText('404 Not Found')
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect(bar).toBeHidden()

  await openDockTab(page, /^Requests/)
  await page.getByRole('button', { name: 'Record…' }).click()
  await madeFile(page, 'Vitest', 'recorded.test.ts')
  expect(await findingsInThemes(page)).toEqual([])
  for (const width of [900, 600]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findings(page)).toEqual([])
  }
})
