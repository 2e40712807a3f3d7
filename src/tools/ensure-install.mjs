// Installs the dependencies when node_modules is missing or holds other versions than the lock file.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null
}

/** Whether every package that this platform needs is there in the locked version. */
export function isInstalled() {
  const locked = packagesOf(`${root}package-lock.json`)
  const present = packagesOf(`${root}node_modules/.package-lock.json`)
  if (locked === null || present === null) return false
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional === true || present[path]?.version === version,
  )
}

/** As `engines` of package.json says. */
function isNodeKnown(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/** Installs when something is missing. Exits with npm's code when that fails. */
export function ensureInstalled() {
  if (!isNodeKnown(process.versions.node)) {
    console.error(`Orchard needs Node 20.19 or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  if (isInstalled()) return
  console.log('Installing dependencies (npm ci) …')
  if (npm('ci') === 0) return
  // A registry that has not every platform's packages makes `npm ci` refuse the lock file; `npm install` keeps its versions.
  console.log('npm ci did not work; trying npm install …')
  const status = npm('install', '--no-save')
  if (status !== 0) process.exit(status)
}

function npm(...args) {
  // Development dependencies too, also where NODE_ENV or npm's own settings leave them out.
  const { status } = spawnSync('npm', [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status ?? 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled()
