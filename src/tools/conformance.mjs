// Replays recordings of the reference against our own server over real HTTP and prints agreement per family.
//   npm run conformance [-- DIR] [--family REGEX] [--verbose] [--raise] [--write] [--url URL] [--without KEYS]
//                       [--vocabulary kubernetes]
// DIR: recordings (default: those in the repository). --raise writes the floors of src/semantics/conformance-floors.json
// up to what was reached; below a floor the run fails. --write writes src/proof/measured.json, which the page shows; the
// run fails where its result is another one. --url takes a server that runs already.
// --vocabulary kubernetes replays everything in the reference's own words, against a server that speaks them.
// --without leaves keys of bodies and headers out on both sides (managedFields,warning).
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readArguments } from './command-line/arguments.mjs'
import { differingSteps, readMeasured, unlikeMeasured, writeMeasured } from '../testing/conformance/measured-steps.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kit = join(root, 'src/semantics/data/conformance')
const recorder = join(root, 'src/testing/conformance')
const floorsFile = join(root, 'src/semantics/conformance-floors.json')
/** Separate for each run, because several may run at the same time. */
const work = join(root, `node_modules/.cache/conformance/${process.pid}`)
const runnerCount = 20
/**
 * Percentage points between the reached agreement and the floor: some steps wait for events, and results vary on a
 * busy machine.
 */
const slack = 1
/** The family that needs a short history. */
const expiryFamily = 'expiry'

const { flag, option, rest: args } = readArguments()
const verbose = flag('verbose')
const raise = flag('raise')
const write = flag('write')
const family = option('family')
const url = option('url')
const without = option('without')
const vocabulary = option('vocabulary') ?? 'orch'
const recordings = resolve(args[0] ?? join(kit, 'recordings'))

async function buildServer() {
  const outDir = join(work, 'server')
  await build({ root, mode: 'node', logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: false } })
  return join(outDir, 'orchard.js')
}

/** Starts our server on a free port; returns its address and a function that stops it. */
function startServer(program, history) {
  const tokens = join(work, 'tokens.csv')
  writeFileSync(
    tokens,
    'admin-token,admin,admin-uid,"system:masters"\nalice-token,alice,alice-uid,"dev,ops"\nbob-token,bob,bob-uid,"dev"\n',
  )
  const options = [
    'serve',
    '--port',
    '0',
    '--token-auth-file',
    tokens,
    '--history',
    history,
    '--vocabulary',
    vocabulary,
    // The reference was recorded without its controller manager, which aggregates cluster roles.
    '--controllers',
    'namespace,garbage-collector,api-services,service-addresses',
  ]
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (text) => {
      const found = /https?:\/\/\S+/.exec(String(text))
      if (found) done({ base: found[0], end: () => child.kill('SIGKILL') })
    })
  })
}

/** Distributes long scenarios first, so that all runners end at about the same time. */
function deal(files) {
  const seconds = (file) => {
    const { steps } = JSON.parse(readFileSync(file, 'utf8'))
    return steps.reduce(
      (sum, step) =>
        sum +
        (step.sleep ?? 0) +
        (step.collect ? (step.count ? 0.2 : (step.seconds ?? 5)) : 0) +
        (step.until ? (step.seconds ?? 30) : 0) +
        0.05,
      0,
    )
  }
  const sorted = files.map((file) => ({ file, seconds: seconds(file) })).sort((a, b) => b.seconds - a.seconds)
  const hands = Array.from({ length: runnerCount }, () => ({ total: 0, files: [] }))
  for (const { file, seconds: cost } of sorted) {
    const hand = hands.reduce((least, each) => (each.total < least.total ? each : least))
    hand.files.push(file)
    hand.total += cost
  }
  return hands.filter((hand) => hand.files.length > 0).map((hand) => hand.files)
}

const replay = (base, files, out) =>
  Promise.all(
    deal(files).map(
      (hand) =>
        new Promise((done, fail) => {
          const words = vocabulary === 'kubernetes' ? ['--reference'] : []
          const run = [
            join(recorder, 'run.mjs'),
            '--base',
            base,
            '--token',
            'admin-token',
            '--out',
            out,
            ...words,
            ...hand,
          ]
          const child = spawn(process.execPath, run, { stdio: ['ignore', 'ignore', 'inherit'] })
          child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`run.mjs ended with ${code}`))))
        }),
    ),
  )

function compare(out, only) {
  const result = join(work, 'agreement.json')
  const options = [recordings, out, '--json', result]
  if (verbose) options.push('--verbose')
  if (without !== undefined) options.push('--without', without)
  if (only !== undefined) options.push('--family', only)
  const { stdout, status, stderr } = spawnSync(process.execPath, [join(recorder, 'compare.mjs'), ...options], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(stderr)
  const table = stdout.slice(stdout.indexOf('family   '))
  console.log(verbose ? stdout : table)
  return JSON.parse(readFileSync(result, 'utf8'))
}

/** Returns the families below their floor. */
function belowFloor(families) {
  const floors = existsSync(floorsFile) ? JSON.parse(readFileSync(floorsFile, 'utf8')) : {}
  const percent = ({ steps, exact }) => (steps === 0 ? 100 : Math.floor((1000 * exact) / steps) / 10)
  if (raise) {
    for (const [name, counts] of Object.entries(families))
      floors[name] = Math.max(floors[name] ?? 0, Math.round(10 * (percent(counts) - slack)) / 10)
    const sorted = Object.fromEntries(Object.entries(floors).sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(floorsFile, `${JSON.stringify(sorted, null, 2)}\n`)
  }
  return Object.entries(families)
    .filter(([name, counts]) => percent(counts) < (floors[name] ?? 0))
    .map(([name, counts]) => ({ name, text: `${name}: ${percent(counts)} %, was ${floors[name]} %` }))
}

const familyOf = (file) => JSON.parse(readFileSync(file, 'utf8')).family ?? basename(file).split('-')[0]

/** Replays `files` on the given server, or on fresh ones. */
async function replayAll(files, program) {
  if (program === null) return replay(url, files, out)
  const [short, long] = [[], []]
  for (const file of files) (familyOf(file) === expiryFamily ? short : long).push(file)
  const servers = []
  const run = async (history, part) => {
    if (part.length === 0) return
    const server = await startServer(program, history)
    servers.push(server)
    await replay(server.base, part, out)
  }
  try {
    await Promise.all([run('5m', long), run('40s', short)])
  } finally {
    for (const server of servers) server.end()
  }
}

mkdirSync(work, { recursive: true })
const out = join(work, 'answers')
rmSync(out, { recursive: true, force: true })
const files = readdirSync(recordings, { recursive: true })
  .filter((name) => name.endsWith('.json'))
  .map((name) => join(recordings, name))
  .filter((file) => family === undefined || new RegExp(family).test(familyOf(file)))
const program = url === undefined ? await buildServer() : null
await replayAll(files, program)
const kept = join(root, 'node_modules/.cache/conformance/answers')
rmSync(kept, { recursive: true, force: true })
cpSync(out, kept, { recursive: true })
/** A directory outside of the repository has neither floors nor a published result. */
const isOwn = recordings === join(kit, 'recordings')
const byCase = new Map()
const publishes = isOwn && vocabulary === 'orch' && without === undefined && url === undefined

/** Compares the answers of these families. Returns what is below its floor, and the cases that are not as published. */
function judge(only) {
  const { families, scenarios } = compare(out, only)
  for (const [name, one] of Object.entries(scenarios)) byCase.set(name, differingSteps(one.row))
  const compared = new Set(Object.keys(scenarios))
  return {
    below: isOwn ? belowFloor(families) : [],
    unlike: publishes ? unlikeMeasured(byCase, readMeasured(root)).filter((name) => compared.has(name)) : [],
  }
}

/** Some steps wait, and a busy machine is slow: families with another result are repeated alone, and that result counts. */
const REPEATS_MAX = 2
let { below, unlike } = judge(family)
for (let repeats = 0; repeats < REPEATS_MAX && below.length + unlike.length > 0; repeats++) {
  const again = new Set(unlike)
  const names = new Set([
    ...below.map(({ name }) => name),
    ...files.filter((file) => again.has(basename(file, '.json'))).map(familyOf),
  ])
  console.log(`again, alone: ${[...names].join(', ')}`)
  const repeated = files.filter((file) => names.has(familyOf(file)))
  await replayAll(repeated, program)
  ;({ below, unlike } = judge(`^(${[...names].join('|')})$`))
}
if (write && publishes && family === undefined) {
  writeMeasured(root, byCase)
  unlike = []
}
for (const { text } of below) console.log(`below its floor: ${text}`)
for (const name of unlike) console.log(`${name}: not as published; after a change of behaviour run with --write`)
process.exitCode = below.length > 0 || unlike.length > 0 ? 1 : 0
rmSync(work, { recursive: true, force: true })
