// Prints the path of a Chromium for the tests: a browser of Playwright's that is there, a system one, Playwright's own
// download, Debian's package; in that order. ORCHARD_CHROMIUM names one by hand.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const log = (line) => console.error(line)

/** Reports whether `path` is a browser that starts. */
function runs(path) {
  if (!existsSync(path)) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /chrom/i.test(stdout)
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  const folders = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : []
  const newestFirst = folders.toSorted((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome']
  return [chromium.executablePath(), ...newestFirst.flatMap((name) => inside.map((path) => join(cache, name, path)))]
}

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function download() {
  log('No Chromium here: asking Playwright for its own …')
  const asRoot = process.getuid?.() === 0
  const cli = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url))
  spawnSync(process.execPath, [cli, 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium'], {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: 300_000,
  })
}

function debianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log("Playwright's download did not work: installing Debian's chromium …")
  const stdio = ['ignore', process.stderr, process.stderr]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio, env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio, env })
}

/** Returns the path of a Chromium that starts, and installs one if necessary; `''` if there is none. */
export async function findChromium() {
  const asked = process.env.ORCHARD_CHROMIUM
  if (asked !== undefined && asked !== '') return runs(asked) ? asked : ''
  const first = [...(await playwrightsOwn()), ...system].find(runs)
  if (first !== undefined) return first
  download()
  const second = (await playwrightsOwn()).find(runs)
  if (second !== undefined) return second
  debianPackage()
  return system.find(runs) ?? ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await findChromium()
  if (path === '') {
    log('No Chromium found, and none could be installed. Set ORCHARD_CHROMIUM to the path of one.')
    process.exit(1)
  }
  console.log(path)
}
