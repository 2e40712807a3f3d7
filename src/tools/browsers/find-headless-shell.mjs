// Prints the path of Chromium's headless shell, which Playwright uses by default: ORCHARD_HEADLESS_SHELL, Playwright's own,
// a system one, or Debian's package, which is unpacked into the cache of node_modules. It lacks the window, the profile and
// the extensions of the whole browser: a page of the tests opens in 1.9 s of CPU instead of 2.8 s.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianSources, unpackPackages } from '../debian/unpack-packages.mjs'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/orchard-headless-shell', import.meta.url))
const unpacked = join(cache, 'unpacked/usr/lib/chromium/chromium-headless-shell')
const system = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell']

/** Reports whether `path` shows an empty page: its version alone would not tell that its data files are missing. */
function runs(path) {
  if (path === undefined || path === '' || !existsSync(path)) return false
  const args = ['--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank']
  const { status, stdout } = spawnSync(path, args, { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && stdout.includes('<html>')
}

/** Returns the headless shells that Playwright has downloaded, newest first. */
function playwrightsOwn() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^chromium_headless_shell-\d+$/.test(name))
    : []
  const newestFirst = names.toSorted((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
  const inside = ['chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-linux/headless_shell']
  return newestFirst.flatMap((name) => inside.map((path) => join(folder, name, path)))
}

/** Returns the path of a headless shell that starts, and unpacks one if necessary; `''` if there is none. */
export function findHeadlessShell() {
  const present = [process.env.ORCHARD_HEADLESS_SHELL, ...playwrightsOwn(), ...system, unpacked].find(runs)
  if (present !== undefined) return present
  const sources = debianSources()
  if (sources.length === 0) return ''
  console.error("No headless shell of Chromium here: unpacking Debian's package …")
  unpackPackages(cache, ['chromium-headless-shell', 'chromium-common'], sources)
  return runs(unpacked) ? unpacked : ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findHeadlessShell()
  if (path === '') {
    console.error(
      'No headless shell of Chromium found, and none could be unpacked. The tests use the whole browser then.',
    )
    process.exit(1)
  }
  console.log(path)
}
