// Tries the corpora against our own code and prints one line of JSON per family.
//   npm run corpus [-- DIR] [--verbose]
// DIR: a folder laid out as src/semantics/data/corpus, the default. Exits with 1 when something failed.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from './import-bundled.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = process.argv.slice(2)
const verbose = args.includes('--verbose')
const dir = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'src/semantics/data/corpus'))

const { runCorpus } = await importBundled('src/semantics/corpus/main.ts', 'corpus')
const failed = await runCorpus(dir, verbose, (line) => console.log(line))
process.exit(failed === 0 ? 0 : 1)
