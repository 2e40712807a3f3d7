import { readFile } from 'node:fs/promises'
import { bundleProblem } from '#config/rules/certificates.ts'

/** Authorities (PEM) of a file; none without a path. @throws Error for a file that holds none, as nobody could come then. [TLS3] */
export async function readAuthorities(path: string): Promise<readonly string[]> {
  if (path === '') return []
  const text = await readFile(path, 'utf8')
  const problem = bundleProblem(text)
  if (problem !== undefined) throw new Error(`${path}: unable to load client CA file: ${problem}`)
  return [text]
}
