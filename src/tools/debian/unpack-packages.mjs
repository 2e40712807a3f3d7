// Gets Debian packages into a folder of the cache, with package lists of its own: nothing is installed, the system's package
// lists stay as they are, and no privileges are needed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

function apt(args, cwd) {
  const { status, stdout, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', timeout: 240_000, cwd })
  if (status !== 0) console.error(`apt-get ${args.at(-1)}: ${stderr ?? 'is not there'}`)
  return status === 0 ? stdout : null
}

/**
 * The addresses from which this system gets Debian's packages; empty if it is no Debian.
 * @returns {{ address: string, release: string }[]} such as the main, the update and the security packages of bookworm
 */
export function debianSources() {
  if (!existsSync('/usr/bin/apt-get')) return []
  const targets = apt(['indextargets', '--format', '$(ORIGIN) $(COMPONENT) $(REPO_URI) $(RELEASE)']) ?? ''
  const lines = new Set(targets.split('\n').filter((line) => line.startsWith('Debian main ')))
  return [...lines].map((line) => ({ address: line.split(' ')[2] ?? '', release: line.split(' ')[3] ?? '' }))
}

/**
 * Downloads `packages` from `sources` and unpacks all of them into `folder/unpacked`. Whatever `folder` held is removed
 * first. A failure is printed and leaves no file `folder/unpacked/...`; the caller looks whether its program runs.
 */
export function unpackPackages(folder, packages, sources) {
  if (sources.length === 0) return
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true })
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const lines = sources.map(({ address, release }) => `deb [signed-by=${keys}] ${address} ${release} main\n`)
  writeFileSync(join(folder, 'sources.list'), lines.join(''))
  const own = [
    `Dir::Etc::SourceList=${join(folder, 'sources.list')}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${join(folder, 'lists')}`,
    `Dir::Cache=${folder}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option])
  if (apt([...own, '-qq', 'update']) === null) return
  if (apt([...own, '-qq', 'download', ...packages], folder) === null) return
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    spawnSync('dpkg', ['-x', join(folder, file), join(folder, 'unpacked')])
    rmSync(join(folder, file))
  }
  for (const name of ['lists', 'archives']) rmSync(join(folder, name), { recursive: true, force: true })
}
