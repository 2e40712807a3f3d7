// Replays recordings of the original's controllers against our server, in process on a clock of its own, and prints the
// agreement of each scenario and of all.
//   npm run life [-- DIR] [--scenario REGEX] [--verbose [--width N]] [--raise]
// DIR: recordings (default: those in the repository). --raise writes src/semantics/life-floors.json up to what was reached;
// below a floor the run fails. `npm run replays` holds the same floors, one test for each scenario.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { readArguments } from '#tools/command-line/arguments.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const data = join(root, 'src/semantics/data/life/recordings')
const floorsFile = join(root, 'src/semantics/life-floors.json')

const { flag, option, rest: args } = readArguments()
const verbose = flag('verbose')
const raise = flag('raise')
const width = Number(option('width') ?? 300)
const scenario = new RegExp(option('scenario') ?? '')
const dir = resolve(args[0] ?? data)

const vite = await createServer({
  root,
  configFile: join(root, 'vitest.config.ts'),
  server: { middlewareMode: true, watch: null, hmr: false },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
})
const { readRecording, asRecorded, replay } = await vite.ssrLoadModule('/src/semantics/life/replay.ts')
const { compare } = await vite.ssrLoadModule('/src/semantics/life/compare.ts')

const percent = ({ agreeing, all }) => (all === 0 ? 100 : (agreeing * 100) / all)
const sum = (counts) =>
  counts.reduce((a, b) => ({ agreeing: a.agreeing + b.agreeing, all: a.all + b.all }), { agreeing: 0, all: 0 })
const show = ({ agreeing, all }) => `${agreeing}/${all}`.padStart(9)

const start = performance.now()
const results = []
for (const file of readdirSync(dir).filter((name) => name.endsWith('.json') && scenario.test(name))) {
  const recording = readRecording(readFileSync(join(dir, file), 'utf8'))
  const began = performance.now()
  let agreement
  try {
    agreement = compare(asRecorded(recording), await replay(recording))
  } catch (error) {
    console.log(`${recording.name}: ${error.stack}`)
    process.exitCode = 1
    continue
  }
  const whole = sum([agreement.steps, agreement.edges, agreement.events, agreement.endState])
  results.push({ name: recording.name, ...agreement, whole })
  const { steps, edges, events, endState, differences } = agreement
  console.log(
    `${recording.name.padEnd(36)} steps ${show(steps)} edges ${show(edges)} events ${show(events)} end ${show(endState)} ` +
      `${percent(whole).toFixed(1).padStart(6)} %  ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  if (verbose) for (const each of differences) console.log(`    ${each.slice(0, width)}`)
}
const total = sum(results.map(({ whole }) => whole))
const part = (name) => percent(sum(results.map((each) => each[name]))).toFixed(1)
console.log(
  `${results.length} scenarios: ${percent(total).toFixed(1)} % of ${total.all} (steps ${part('steps')} %, edges ${part('edges')} %, ` +
    `events ${part('events')} %, end states ${part('endState')} %) in ${((performance.now() - start) / 1000).toFixed(1)} s`,
)

const floors = JSON.parse(readFileSync(floorsFile, 'utf8'))
for (const { name, whole } of results) {
  const floor = floors[name] ?? 0
  if (percent(whole) < floor - 0.05) {
    console.log(`${name}: ${percent(whole).toFixed(1)} % is below its floor of ${floor} %`)
    process.exitCode = 1
  }
  if (raise && percent(whole) > floor) floors[name] = Math.floor(percent(whole) * 10) / 10
}
if (raise) writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`)
await vite.close()
