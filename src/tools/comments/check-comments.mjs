// Fails on comments that begin with a question word (What, Whether, How, …): a comment says what the code does, or why.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findQuestionComments } from './find-question-comments.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Recorded data, and the tables of this very rule. */
const skipped = /^src\/semantics\/data\/|node_modules\/|\/find-question-comments\./

const paths = ['src', 'e2e', 'bench', 'examples']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true }).map((path) => `${top}/${path}`))
  .concat(readdirSync(root))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx|mts|mjs|css)$/.test(path) && !skipped.test(path))

let count = 0
for (const path of paths)
  for (const { line, word } of findQuestionComments(readFileSync(join(root, path), 'utf8'))) {
    console.error(`${path}:${line} begins with "${word}": say what it does, or why`)
    count += 1
  }
if (count > 0) process.exit(1)
