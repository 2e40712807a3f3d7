// `npm test`: everything, on a fresh clone too. Prints each stage's time and ends with one line `N passed, N failed`,
// which counts single tests where a stage has them and the stage itself where it has not.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-install.mjs'
import { runStage, script, tool } from './run-stage.mjs'

ensureInstalled()
const root = fileURLToPath(new URL('../../', import.meta.url))
const reports = join(root, 'node_modules/.cache/orchard-test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')
const start = performance.now()
const totals = { passed: 0, failed: 0 }

/** Counts single tests of a stage; a stage that failed without a failed test counts as one failure. */
function count(stage, read) {
  const { passed, failed } = read()
  totals.passed += passed
  totals.failed += Math.max(failed, stage.passed ? 0 : 1)
}
const asOne = (stage) => () => (stage.passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

async function check(name, command, options = { quiet: true }) {
  const stage = await runStage(name, command, options)
  count(stage, asOne(stage))
}

const readReport = (path, pick) => () =>
  existsSync(path) ? pick(JSON.parse(readFileSync(path, 'utf8'))) : { passed: 0, failed: 0 }

await check('format', tool('oxfmt', '--check', '.'))
await check('lint', tool('oxlint', '--type-aware'))
await check('types', tool('tsc', '--noEmit'))
await check('walls', tool('tsc', '-b', 'src'))

const unit = await runStage(
  'unit',
  tool('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`),
)
count(
  unit,
  readReport(unitReport, ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })),
)
for (const name of ['fuzz', 'corpus', 'conformance']) {
  const path = `src/tools/${name}.mjs`
  if (existsSync(join(root, path))) await check(name, script(path), {})
}
// One version is enough here; `npm run kubectl` takes all. It says so itself where there is none.
await check('kubectl', script('src/tools/kubectl.mjs', '--newest'), {})
await check('build page', tool('vite', 'build'))
await check('build node', tool('vite', 'build', '--mode', 'node'))

const e2e = await runStage('e2e', script('src/tools/e2e.mjs'), { env: { ORCHARD_E2E_REPORT: e2eReport } })
count(
  e2e,
  readReport(e2eReport, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected })),
)

const revision = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all${revision ? `, at ${revision}` : ''}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
