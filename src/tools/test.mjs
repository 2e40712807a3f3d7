// `npm test`: every check and test, on a fresh clone too. It prints the time of each stage, the slowest tests, and a last
// line `N passed, N failed`, which counts single tests where a stage reports them and the stage itself where it does not.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-install.mjs'
import { findEtcd } from './etcd/find-etcd.mjs'
import { runStage, script, tool } from './run-stage.mjs'
import { readE2eReport, readUnitReport } from './test-reports.mjs'

ensureInstalled()
const root = fileURLToPath(new URL('../../', import.meta.url))
const reports = join(root, 'node_modules/.cache/orchard-test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const unitReport = join(reports, 'unit.json')
const replayReport = join(reports, 'replays.json')
const e2eReport = join(reports, 'e2e.json')
const enginesReport = join(reports, 'engines.json')
const start = performance.now()
const totals = { passed: 0, failed: 0 }
const stages = []
const slowTestsMax = 10

/** Adds the counts of a stage; a stage that failed without a failed test counts as one failure. */
function count(stage, { passed, failed }) {
  stages.push(stage)
  totals.passed += passed
  totals.failed += Math.max(failed, stage.passed ? 0 : 1)
}

async function check(name, command, options = { quiet: true }) {
  const stage = await runStage(name, command, options)
  count(stage, stage.passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

const noTests = { passed: 0, failed: 0, flaky: [], crashed: [], tests: [] }
const readReport = (path, read) => (existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : noTests)

/** Runs rows of stages side by side. */
const sideBySide = (...rows) => Promise.all(rows.map((run) => run()))

/** Runs tests by Vitest, and counts each. */
async function runVitest(name, report, ...options) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const stage = await runStage(name, tool('vitest', 'run', ...options, ...reporters), { held: true })
  const result = readReport(report, readUnitReport)
  count(stage, result)
  return result
}

// With this variable, tests that find no etcd fail instead of being skipped.
process.env.ORCHARD_NEEDS_ETCD = '1'
process.env.ORCHARD_ETCD = findEtcd()

let unit = noTests
await sideBySide(
  async () => {
    await check('sizes', script('src/tools/check-sizes.mjs'))
    await check('comments', script('src/tools/comments/check-comments.mjs'))
    await check('format', tool('oxfmt', '--check', '.'))
    await check('lint', tool('oxlint', '--type-aware'))
    await check('unused', tool('knip'))
  },
  async () => {
    await check('walls', tool('tsc', '-b', 'src'))
    await check('types', tool('tsc', '-p', 'src/tsconfig.tests.json'))
    await check('grants', script('src/tools/check-room-imports.mjs'))
  },
  // Unit tests wait for timers, disks and processes at times: the other rows use the cores meanwhile.
  async () => {
    unit = await runVitest('unit', unitReport)
  },
  // Downloads it for the page tests where it is missing. Without one they use the whole browser, so that this cannot fail.
  () => runStage('headless shell', script('src/tools/browsers/find-headless-shell.mjs'), { quiet: true }),
)
// The lessons and the recordings of controllers take longest: one for each core.
const replays = await runVitest('replays', replayReport, '--mode', 'replay')

// Each of these stages uses about one core.
await sideBySide(
  async () => {
    await check('build page', tool('vite', 'build'))
    await check('build node', tool('vite', 'build', '--mode', 'node'))
    await check('package', script('src/tools/library/pack-test.mjs'), { held: true })
  },
  async () => {
    await check('fuzz', script('src/tools/fuzz.mjs'), { held: true })
    // One kubectl version is enough here; `npm run kubectl` uses all. The script reports if none is installed.
    await check('kubectl', script('src/tools/kubectl.mjs', '--newest'), { held: true })
    await check('kills', script('src/tools/kills.mjs', '12'), { held: true })
    await check('kills of a log', script('src/tools/kills.mjs', '20', '--log'), { held: true })
  },
)
// Alone, because it compares what arrives within the times of the recordings.
await check('conformance', script('src/tools/conformance.mjs'), {})

let enginesStage
await sideBySide(
  () => check('corpus', script('src/tools/corpus.mjs'), { held: true }),
  async () => {
    const env = { ORCHARD_E2E_REPORT: enginesReport }
    enginesStage = await runStage('engines', script('src/tools/browsers/engines.mjs'), { env, held: true })
  },
)
const engines = readReport(enginesReport, readE2eReport)
count(enginesStage, engines)
const e2eStage = await runStage('e2e', script('src/tools/e2e.mjs'), { env: { ORCHARD_E2E_REPORT: e2eReport } })
const e2e = readReport(e2eReport, readE2eReport)
count(e2eStage, e2e)

console.log('\nslowest stages')
for (const { name, seconds } of stages.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5))
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
console.log('slowest tests')
const slowest = [...unit.tests, ...replays.tests, ...e2e.tests, ...engines.tests].toSorted((a, b) => b.ms - a.ms)
for (const { ms, file, title } of slowest.slice(0, slowTestsMax))
  console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${title}`)
if (e2e.flaky.length > 0) {
  console.log('flaky, counted as failed: these tests passed only when they were tried again')
  for (const title of e2e.flaky) console.log(`  ${title}`)
}
if (e2e.crashed.length > 0) {
  const counted = e2e.crashed.length > 1 ? ', counted as failed, because there is more than one' : ''
  console.log(`the browser crashed under these tests; they passed when tried again${counted}`)
  for (const title of e2e.crashed) console.log(`  ${title}`)
}

const revision = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all${revision ? `, at ${revision}` : ''}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
