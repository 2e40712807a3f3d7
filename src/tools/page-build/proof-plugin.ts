import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { readDifferences } from '#proof/differences.ts'
import { familyRows, type Measured, provenKinds } from '#proof/measured.ts'
import type { RecordedCase } from '#proof/recorded-case.ts'

const prefix = 'virtual:proof/'
const root = fileURLToPath(new URL('../../../', import.meta.url))
const recordings = join(root, 'src/semantics/data/conformance/recordings')

const readJson = <Value>(path: string): Value => JSON.parse(readFileSync(join(root, path), 'utf8')) as Value

let cases: readonly RecordedCase[] | undefined

/** Reads the recordings once for all modules. */
const readCases = (): readonly RecordedCase[] => (cases ??= casesOnDisk())

function casesOnDisk(): readonly RecordedCase[] {
  const names = readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(recordings, name), 'utf8')) as RecordedCase)
}

/** Only what the page shows of a case. */
const shown = ({ name, family, steps, results }: RecordedCase): RecordedCase => ({ name, family, steps, results })

/** Packs a value, because a page that was loaded once keeps all files: the recordings shrink to a fifteenth. */
const packed = (value: unknown): string => gzipSync(JSON.stringify(value), { level: 9 }).toString('base64')

/** The value that each module exports. */
const modules: Readonly<Record<string, () => unknown>> = {
  table: () => {
    const rows = familyRows(readCases(), readJson<Measured>('src/proof/measured.json'))
    const families = new Set(rows.map(({ family }) => family))
    return {
      version: readJson<{ version: string }>('package.json').version,
      families: rows,
      differences: readDifferences(readFileSync(join(root, 'docs/differences.md'), 'utf8'), families),
    }
  },
  kinds: () => packed([...provenKinds(readCases(), readJson<Measured>('src/proof/measured.json'))]),
  recordings: () => packed(readCases().map(shown)),
}

/**
 * Offers `virtual:proof/NAME`, made of the recordings of the original, the published result of `npm run conformance` and
 * docs/differences.md: the table of the About room, the kinds of answers that a recording proves, the recordings. [UPS1]
 */
export function proofPlugin(): Plugin {
  return {
    name: 'orchard:proof',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : null),
    load(resolved) {
      const make = resolved.startsWith(`\0${prefix}`) ? modules[resolved.slice(prefix.length + 1)] : undefined
      return make === undefined ? null : `export const value = JSON.parse(${JSON.stringify(JSON.stringify(make()))})`
    },
  }
}
