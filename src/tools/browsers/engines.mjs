// Runs the smoke test of the page in Firefox and WebKitGTK: `npm run engines [-- playwright's own arguments]`. A browser that
// is missing and can't be installed is reported, and its tests are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildWhenOld } from '#tools/build-when-old.mjs'
import { ensureInstalled } from '#tools/ensure-install.mjs'
import { runStage, tool } from '#tools/run-stage.mjs'

/** Programs by the environment variable that names each to the tests, with Debian's package. */
const programs = [
  { variable: 'ORCHARD_FIREFOX', debian: 'firefox-esr', names: ['firefox-esr', 'firefox'] },
  { variable: 'ORCHARD_WEBKIT_DRIVER', debian: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  { variable: 'ORCHARD_WEBKIT', debian: 'webkit2gtk-driver', names: ['MiniBrowser'] },
  { variable: 'ORCHARD_XVFB', debian: 'xvfb', names: ['Xvfb'] },
]

/** Folders of programs: those of PATH, and those where Debian keeps the MiniBrowser, newest version first. */
function folders() {
  const libraries = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu') || name.endsWith('-linux-gnueabihf'))
    : []
  const engines = libraries.flatMap((name) =>
    readdirSync(join('/usr/lib', name))
      .filter((engine) => /^webkit(2gtk|gtk)-\d/.test(engine))
      .toSorted()
      .map((engine) => join('/usr/lib', name, engine)),
  )
  return [...(process.env.PATH ?? '').split(delimiter), ...engines]
}

const found = ({ variable, names }) =>
  process.env[variable] ??
  folders()
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync) ??
  ''

/** Installs the packages; returns the reason if it can't. */
function install(packages) {
  if (!existsSync('/usr/bin/apt-get')) return 'this system has no apt-get'
  if (process.getuid?.() !== 0) return `only root can install it; run: sudo apt-get install ${packages.join(' ')}`
  console.error(`Installing Debian's ${packages.join(', ')} …`)
  const stdio = ['ignore', process.stderr, process.stderr]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio, env })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio,
    env,
  })
  return status === 0 ? '' : 'apt-get could not install it'
}

/**
 * Returns the path of each program by its environment variable, `''` where there is none, and the packages that are
 * missing with the reason.
 */
function findEngines() {
  const missing = () => [...new Set(programs.filter((program) => found(program) === '').map(({ debian }) => debian))]
  const reason = missing().length === 0 ? '' : install(missing())
  const paths = Object.fromEntries(programs.map((program) => [program.variable, found(program)]))
  return { paths, missing: missing(), reason }
}

ensureInstalled()
const { paths, missing, reason } = findEngines()
for (const name of missing) console.error(`\nSKIPPED: no test without Debian's ${name}: ${reason}.\n`)
await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)
const args = ['test', '--config', 'e2e/engines/playwright.config.ts', ...process.argv.slice(2)]
const [program, ...rest] = tool('playwright', ...args)
const { status } = spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...paths } })
process.exit(status ?? 1)
