// Prints the path of an etcd for the tests: ORCHARD_ETCD, one on the path, or Debian's package, which is unpacked into the
// cache of node_modules: nothing is installed, and no privileges are needed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

function apt(args, options) {
  const { status, stdout, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', timeout: 240_000, ...options })
  if (status !== 0) console.error(`apt-get ${args.at(-1)}: ${stderr ?? 'is not there'}`)
  return status === 0 ? stdout : null
}

/** Returns the address from which this system gets its main packages; `''` if it is no Debian. */
function mirror() {
  const targets = apt(['indextargets', '--format', '$(ORIGIN) $(COMPONENT) $(REPO_URI)'], {}) ?? ''
  const lines = targets.split('\n').filter((line) => line.startsWith('Debian main ') && !line.includes('security'))
  return lines[0]?.split(' ')[2] ?? ''
}

/** Downloads Debian's package with lists of its own, so that the system's package lists stay as they are. */
function unpackDebian() {
  const from = existsSync('/usr/bin/apt-get') ? mirror() : ''
  if (from === '') return
  console.error(`No etcd here: unpacking Debian's package …`)
  rmSync(cache, { recursive: true, force: true })
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(cache, folder), { recursive: true })
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  writeFileSync(join(cache, 'sources.list'), `deb [signed-by=${keys}] ${from} ${debian} main\n`)
  const own = [
    `Dir::Etc::SourceList=${join(cache, 'sources.list')}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${join(cache, 'lists')}`,
    `Dir::Cache=${cache}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option])
  if (apt([...own, '-qq', 'update'], {}) === null) return
  if (apt([...own, '-qq', 'download', 'etcd-server'], { cwd: cache }) === null) return
  const file = readdirSync(cache).find((name) => name.endsWith('.deb'))
  if (file !== undefined) spawnSync('dpkg', ['-x', join(cache, file), join(cache, 'unpacked')])
  for (const name of ['lists', 'archives']) rmSync(join(cache, name), { recursive: true, force: true })
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
