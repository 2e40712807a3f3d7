// Installs the dependencies when node_modules is missing or holds other versions than the lock file.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null
}

/** Reports whether every package for this platform is installed in the locked version. */
export function isInstalled() {
  const locked = packagesOf(`${root}package-lock.json`)
  const present = packagesOf(`${root}node_modules/.package-lock.json`)
  if (locked === null || present === null) return false
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional === true || present[path]?.version === version,
  )
}

/** Checks `engines` of package.json. */
function isNodeKnown(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/** Installs missing packages. Exits with npm's code if that fails. */
export function ensureInstalled() {
  if (!isNodeKnown(process.versions.node)) {
    console.error(`Orchard needs Node 20.19 or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  if (isInstalled()) return
  console.log('Installing dependencies (npm ci) …')
  if (npm('ci') === 0) return
  // If a registry lacks packages of other platforms, `npm ci` refuses the lock file; `npm install` keeps its
  // versions.
  console.log('npm ci did not work; trying npm install …')
  const status = npm('install', '--no-save')
  if (status !== 0) process.exit(status)
}

function npm(...args) {
  // Includes development dependencies, even if NODE_ENV or npm's configuration omits them.
  const { status } = spawnSync('npm', [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status ?? 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled()
