// Tries the corpora against our own code and prints one line of JSON per family.
//   npm run corpus [-- DIR] [--verbose]
// DIR: a folder laid out as src/semantics/data/corpus, the default. Exits with 1 when something failed, with 2 when the
// folder holds no corpus.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from './import-bundled.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = process.argv.slice(2)
const verbose = args.includes('--verbose')
const dir = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'src/semantics/data/corpus'))

const { runCorpus } = await importBundled('src/semantics/corpus/main.ts', 'corpus')
let families = 0
const failed = await runCorpus(dir, verbose, (line) => {
  families += 1
  console.log(line)
})
if (families === 0) {
  console.error(`${dir} holds no corpus`)
  process.exit(2)
}
process.exit(failed === 0 ? 0 : 1)
