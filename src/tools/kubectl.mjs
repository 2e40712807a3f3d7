// Replays transcripts of real kubectl 1.27 to 1.33 against `orchard serve --vocabulary kubernetes --tls` and prints agreement.
//   npm run kubectl [-- DIR] [--only REGEX] [--kubectl VERSION] [--newest] [--verbose] [--raise] [--server URL]
// --server: replays against a server that runs already, such as a page behind `orchard bridge --tls --vocabulary kubernetes
// --token-auth-file FILE`, with the tokens admin-token, alice-token and bob-token. It has no floors.
// DIR: a folder with scenarios and golden (default: the one in the repository). --newest takes only the newest kubectl that is found.
// --raise writes the floors of src/semantics/kubectl-floors.json up to what was reached; below a floor the run fails.
// Programs are sought as run.mjs does: in $KUBECTL_DIR, on the path and beside what the path's kubectl links to. Without any it skips.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readArguments } from './command-line/arguments.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recorder = join(root, 'src/testing/kubectl')
const own = join(root, 'src/semantics/data/kubectl')
const floorsFile = join(root, 'src/semantics/kubectl-floors.json')
const work = join(root, `node_modules/.cache/kubectl/${process.pid}`)
/** Each runner has its own server, because short names of custom resources would conflict. */
const runnerCount = 4
/**
 * Percentage points between the reached agreement and the floor: some steps wait, and results vary on a busy
 * machine.
 */
const slack = 1

const { flag, option, rest: args } = readArguments()
const [verbose, raise, newest] = [flag('verbose'), flag('raise'), flag('newest')]
const [only, wanted, given] = [option('only'), option('kubectl'), option('server')]
const kit = resolve(args[0] ?? own)

/** Returns the versions of the transcripts for which a kubectl is installed. */
function versionsFound(versions) {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'kubectl')))
  const linked = onPath.map((folder) => dirname(realpathSync(join(folder, 'kubectl'))))
  const folders = [...new Set([process.env.KUBECTL_DIR, ...onPath, ...linked].filter(Boolean))]
  const plain = new Set(folders.map((folder) => versionOf(join(folder, 'kubectl'))))
  return versions.filter(
    (version) => plain.has(version) || folders.some((folder) => existsSync(join(folder, `kubectl.${version}`))),
  )
}

function versionOf(program) {
  try {
    const text = execFileSync(program, ['version', '--client', '-o', 'json'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return /^v(\d+\.\d+)\./.exec(JSON.parse(text).clientVersion.gitVersion)?.[1]
  } catch {
    return undefined
  }
}

/** Returns every scenario with each version that has a transcript. */
function jobsOf(found) {
  const golden = new Set(readdirSync(join(kit, 'golden')).map((name) => name.replace(/\.json$/, '')))
  return readdirSync(join(kit, 'scenarios'))
    .flatMap((name) => {
      const file = join(kit, 'scenarios', name)
      return [JSON.parse(readFileSync(file, 'utf8'))].flat().flatMap((scenario) => {
        const versions = [scenario.kubectl].flat()
        return versions.map((version) => ({
          file,
          version,
          name: scenario.name,
          out: versions.length > 1 ? `${scenario.name}@${version}` : scenario.name,
        }))
      })
    })
    .filter(({ version, out }) => found.includes(version) && golden.has(out))
    .filter(({ name }) => only === undefined || new RegExp(only).test(name))
}

async function buildServer() {
  const outDir = join(work, 'server')
  await build({ root, mode: 'node', logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: false } })
  return join(outDir, 'orchard.js')
}

function startServer(program) {
  const tokens = join(work, 'tokens.csv')
  const people = ['admin-token,admin,admin-uid,"system:masters"', 'alice-token,alice,alice-uid,"dev,ops"']
  writeFileSync(tokens, [...people, 'bob-token,bob,bob-uid,"dev"', ''].join('\n'))
  const flags = ['--vocabulary', 'kubernetes', '--tls', '--port', '0', '--token-auth-file', tokens]
  const child = spawn(process.execPath, [program, 'serve', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (text) => {
      const found = /https:\/\/\S+/.exec(String(text))
      if (found) done({ base: found[0], end: () => child.kill('SIGKILL') })
    })
  })
}

function replay(base, { file, version, name, out }) {
  const into = join(work, 'runs', out)
  const where = ['--server', base, '--token', 'admin-token', '--insecure', '--out', into]
  const run = [join(recorder, 'run.mjs'), ...where, '--kubectl', version, '--only', `^${name}$`, file]
  return new Promise((done) => {
    // Its exit code reports unexpected exit codes; the comparison checks them more precisely.
    spawn(process.execPath, run, { stdio: ['ignore', 'ignore', 'inherit'] }).once('exit', () => {
      const made = join(into, `${name}.json`)
      if (existsSync(made)) renameSync(made, join(work, 'answers', `${out}.json`))
      done()
    })
  })
}

async function runAll(jobs) {
  if (given !== undefined) {
    for (const job of jobs) await replay(given, job)
    return
  }
  const program = await buildServer()
  const waiting = jobs.toSorted((a, b) => seconds(b.file) - seconds(a.file))
  const runner = async () => {
    const server = await startServer(program)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await replay(server.base, job)
    server.end()
  }
  await Promise.all(Array.from({ length: Math.min(runnerCount, jobs.length) }, runner))
}

/** Long scenarios first, so that all runners end at about the same time. */
const seconds = (file) => [JSON.parse(readFileSync(file, 'utf8'))].flat()[0].steps.length

function compare(jobs) {
  const result = join(work, 'agreement.json')
  const golden = join(work, 'golden')
  mkdirSync(golden, { recursive: true })
  for (const { out } of jobs)
    writeFileSync(join(golden, `${out}.json`), readFileSync(join(kit, 'golden', `${out}.json`)))
  const options = [golden, join(work, 'answers'), '--json', result, ...(verbose ? ['--verbose'] : [])]
  const { stdout, status, stderr } = spawnSync(process.execPath, [join(recorder, 'compare.mjs'), ...options], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(stderr)
  console.log(stdout)
  return JSON.parse(readFileSync(result, 'utf8')).scenarios
}

/** Returns the percentage of exact steps by kubectl version. */
function agreement(jobs, scenarios) {
  const counts = new Map()
  for (const { out, version } of jobs) {
    const count = counts.get(version) ?? { steps: 0, exact: 0 }
    counts.set(version, count)
    count.steps += scenarios[out]?.steps ?? 0
    count.exact += scenarios[out]?.exact ?? 0
  }
  return [...counts].map(([version, { steps, exact }]) => ({
    version,
    steps,
    percent: Math.floor((1000 * exact) / steps) / 10,
  }))
}

function belowFloor(reached) {
  const floors = existsSync(floorsFile) ? JSON.parse(readFileSync(floorsFile, 'utf8')) : {}
  if (raise) {
    for (const { version, percent } of reached)
      floors[version] = Math.max(floors[version] ?? 0, Math.round(10 * (percent - slack)) / 10)
    const sorted = Object.fromEntries(Object.entries(floors).sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(floorsFile, `${JSON.stringify(sorted, null, 2)}\n`)
  }
  return reached
    .filter(({ version, percent }) => percent < (floors[version] ?? 0))
    .map(({ version, percent }) => `kubectl ${version}: ${percent} %, was ${floors[version]} %`)
}

const known = ['1.27', '1.28', '1.29', '1.30', '1.31', '1.32', '1.33']
const found = versionsFound(wanted === undefined ? known : [wanted])
if (found.length === 0) {
  console.log(`skipped: no kubectl of ${wanted ?? 'versions 1.27 to 1.33'} was found (set KUBECTL_DIR)`)
  process.exit(0)
}
rmSync(work, { recursive: true, force: true })
mkdirSync(join(work, 'answers'), { recursive: true })
const jobs = jobsOf(newest ? found.slice(-1) : found)
try {
  await runAll(jobs)
  const reached = agreement(jobs, compare(jobs))
  for (const { version, steps, percent } of reached.toSorted((a, b) => (a.version < b.version ? -1 : 1)))
    console.log(`kubectl ${version}: ${percent} % of ${steps} steps exact`)
  // A part of the scenarios, another server, or a directory outside of the repository, has no floors.
  const below = kit === own && only === undefined && given === undefined ? belowFloor(reached) : []
  for (const line of below) console.log(`below its floor: ${line}`)
  process.exitCode = below.length > 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}
