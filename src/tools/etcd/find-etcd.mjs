// Prints the path of an etcd for the tests: ORCHARD_ETCD, one on the path, or Debian's package, which is unpacked into the
// cache of node_modules: nothing is installed, and no privileges are needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianSources, unpackPackages } from '../debian/unpack-packages.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/orchard-etcd')
const unpacked = join(cache, 'unpacked/usr/bin/etcd')
/** The first release of Debian whose etcd is new enough. */
const debian = 'trixie'

/** Reports whether `path` is an etcd that starts and sends progress correctly: 3.4.31, 3.5.13 or newer. */
function runs(path) {
  if (path === undefined || path === '' || !existsSync(path)) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  const version = /etcd Version: (\d+)\.(\d+)\.(\d+)/.exec(stdout ?? '')
  if (status !== 0 || version === null) return false
  const [major, minor, patch] = version.slice(1).map(Number)
  return major > 3 || minor > 5 || (minor === 5 && patch >= 13) || (minor === 4 && patch >= 31)
}

/** Debian's package of a newer release than this system's may be needed: only the address is taken from the system. */
function unpackDebian() {
  const { address } = debianSources().find((source) => !source.address.includes('security')) ?? { address: '' }
  if (address === '') return
  console.error(`No etcd here: unpacking Debian's package …`)
  unpackPackages(cache, ['etcd-server'], [{ address, release: debian }])
}

/** Returns the path of an etcd that is there already; `''` if there is none. */
export function presentEtcd() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'etcd'))
  return [process.env.ORCHARD_ETCD, unpacked, ...onPath].find(runs) ?? ''
}

/** Returns the path of an etcd, and unpacks one if necessary; `''` if there is none. */
export function findEtcd() {
  const present = presentEtcd()
  if (present !== '') return present
  unpackDebian()
  return runs(unpacked) ? unpacked : ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findEtcd()
  if (path === '') {
    console.error('No etcd found, and none could be unpacked. Set ORCHARD_ETCD to the path of one, 3.5.13 or newer.')
    process.exit(1)
  }
  console.log(path)
}
