// Checks the limits on sizes: lines of a file, source files of a folder, and the median length. The linter checks the
// length of functions. Exceptions are declared here, each with its reason. `--list` prints the figures.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

const limits = { sourceLines: 300, testLines: 600, folderFiles: 25, medianLines: 90 }

/** Files and folders that may exceed a limit, with the reason. One that no longer does is reported, too. */
const exceptions = {
  'src/server/kinds/types/core-v1.ts': 'generated: one file per group version',
  'src/server/kinds/schemas': 'generated: one file per group version',
  'src/server/kinds/types': 'generated: one file per group version',
  'src/ui/kit/tokens.css': 'data: one table of all design tokens',
}

/** Recorded and generated data. */
const skipped = /^src\/semantics\/data\/|node_modules\//
const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path)

const paths = ['src', 'e2e', 'bench']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true }).map((path) => `${top}/${path}`))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.endsWith('.d.ts') && !skipped.test(path))
const linesOf = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8').split('\n').length - 1]))

const tooBig = new Map()
for (const [path, lines] of linesOf) {
  const limit = isTest(path) ? limits.testLines : limits.sourceLines
  if (lines > limit) tooBig.set(path, `${path} has ${lines} lines, more than ${limit}: cut it by subject`)
}

const filesOf = new Map()
for (const path of paths)
  if (!isTest(path) && extname(path) !== '.css') filesOf.set(dirname(path), (filesOf.get(dirname(path)) ?? 0) + 1)
for (const [folder, count] of filesOf)
  if (count > limits.folderFiles)
    tooBig.set(folder, `${folder} has ${count} source files, more than ${limits.folderFiles}: cut it by subject`)

const problems = [...tooBig].filter(([path]) => exceptions[path] === undefined).map(([, problem]) => problem)
for (const path of Object.keys(exceptions))
  if (!tooBig.has(path)) problems.push(`${path} is within the limits: remove its exception from check-sizes.mjs`)

const product = [...linesOf]
  .filter(([path]) => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTest(path))
  .map(([, lines]) => lines)
  .toSorted((a, b) => a - b)
const median = product[product.length >> 1]
if (median > limits.medianLines)
  problems.push(`the median file of src has ${median} lines, more than ${limits.medianLines}`)

if (process.argv.includes('--list')) {
  const p90 = product[Math.floor(product.length * 0.9)]
  console.log(`${product.length} source files; median ${median} lines, p90 ${p90}, longest ${product.at(-1)}`)
  const folders = [...filesOf].toSorted((a, b) => b[1] - a[1]).slice(0, 10)
  for (const [folder, count] of folders) console.log(`${String(count).padStart(4)} ${folder}`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
