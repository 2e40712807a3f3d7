// Writes a generated file; with `--check`, exits with 1 if the file is not what would be written. Formatting does not count.
import { readFileSync, writeFileSync } from 'node:fs'

const tokens = (text) => text.replace(/\s+/g, '').replaceAll(',]', ']').replaceAll(',)', ')')

/** @param {string} path @param {string} content */
export function generatedFile(path, content) {
  if (!process.argv.includes('--check')) return writeFileSync(path, content)
  if (tokens(readFileSync(path, 'utf8')) === tokens(content)) return
  console.error(`${path} is not what its generator writes: run the generator.`)
  process.exitCode = 1
}
