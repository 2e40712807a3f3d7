import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const id = 'virtual:licences'
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A package of others that Orchard contains, with the text under which it may be used. */
interface PackageLicence {
  readonly name: string
  readonly version: string
  /** SPDX name, as its package.json says. */
  readonly licence: string
  readonly text: string
}

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestAt = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Returns the folder of a package that the package in `from` depends on: the innermost one, as Node finds it. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(root.slice(0, -1)); folder = join(folder, '..')) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
  }
  return undefined
}

/** Returns the licence files of a package, notices of third parties included. */
const textsIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice|thirdpartynotices)(?:[.-].*)?$/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')

/** Returns all packages that this one depends on, those of these packages included, by name. */
export function packageLicences(): readonly PackageLicence[] {
  const found = new Map<string, PackageLicence>()
  const visit = (from: string): void => {
    for (const name of Object.keys(manifestAt(from).dependencies ?? {})) {
      const folder = folderOf(name, from)
      if (folder === undefined) continue
      const { version, license = '' } = manifestAt(folder)
      const key = `${name} ${version}`
      if (found.has(key)) continue
      found.set(key, { name, version, licence: license, text: textsIn(folder) })
      visit(folder)
    }
  }
  visit(root.slice(0, -1))
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Offers `virtual:licences`: our licence and notices, and those of the packages that Orchard depends on, packed. [UPS5] */
export function licencesPlugin(): Plugin {
  return {
    name: 'orchard:licences',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null
      const own = ['LICENSE', 'NOTICE'].map((name) => readFileSync(join(root, name), 'utf8'))
      const value = { licence: own[0], notice: own[1], packages: packageLicences() }
      const packed = gzipSync(JSON.stringify(value), { level: 9 }).toString('base64')
      return `export const value = ${JSON.stringify(packed)}`
    },
  }
}
