// Tries the corpora against our own code and prints one line of JSON per family.
//   npm run corpus [-- DIR] [--verbose]
// DIR: a folder laid out as src/semantics/data/corpus, the default. Exits with 1 when something failed.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = join(root, 'node_modules/.cache/corpus')
const args = process.argv.slice(2)
const verbose = args.includes('--verbose')
const dir = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'src/semantics/data/corpus'))

mkdirSync(outDir, { recursive: true })
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: join(root, 'src/semantics/corpus/main.ts'),
    outDir,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'corpus.mjs' } },
  },
})
const { runCorpus } = await import(pathToFileURL(join(outDir, 'corpus.mjs')).href)
const failed = await runCorpus(dir, verbose, (line) => console.log(line))
process.exit(failed === 0 ? 0 : 1)
