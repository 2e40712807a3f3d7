// Writes the declarations of the package's entries to api/: a change of them is a change of the API, and is seen in a diff.
//   node src/tools/library/emit-types.mjs            after `tsc -b src`
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStage, tool } from '../run-stage.mjs'
import { entries, sharedTypes } from './package-facts.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const emitted = join(root, 'node_modules/.cache/tsc/library')
const hosts = new Set(['cassette', 'lab-cell', 'msw', 'node', 'start-server', 'vitest', 'playwright'])

/** The declarations of the package lie in one folder, and import each other as the JavaScript files beside them. */
const withFlatImports = (text) =>
  text.replace(/(['"])(?:\.\/|#library\/)([a-z-]+)\.ts\1/g, "'./$2.js'").replace(/;$/gm, '')

/** Returns the text of each file of api/, by name. */
export function declarations() {
  const names = new Set([...entries.map(({ types }) => types), ...sharedTypes])
  return new Map(
    [...names].toSorted().map((name) => {
      const path = join(emitted, hosts.has(name) ? 'hosts' : '.', `${name}.d.ts`)
      const text = withFlatImports(readFileSync(path, 'utf8'))
      const foreign = /from ['"](#[^'"]+|\.\.[^'"]*)['"]/.exec(text)
      if (foreign !== null) throw new Error(`${name}.d.ts refers to ${foreign[1]}, which is not part of the package`)
      return [`${name}.d.ts`, text]
    }),
  )
}

/** Writes the declarations to a folder, formatted as the rest of the repository. */
export async function writeDeclarations(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of declarations()) writeFileSync(join(folder, name), text)
  const { passed } = await runStage('format', tool('oxfmt', '--write', folder), { quiet: true })
  if (!passed) throw new Error('the declarations cannot be formatted')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDeclarations(join(root, 'api'))
