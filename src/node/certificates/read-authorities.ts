import { readFile } from 'node:fs/promises'
import { bundleProblem } from '#config/rules/certificates.ts'

/**
 * Reads the certificate authorities (PEM) of a file; empty without a path. @throws Error for a file without
 * certificates, because no client could authenticate. [TLS3]
 */
export async function readAuthorities(path: string): Promise<readonly string[]> {
  if (path === '') return []
  const text = await readFile(path, 'utf8')
  const problem = bundleProblem(text)
  if (problem !== undefined) throw new Error(`${path}: unable to load client CA file: ${problem}`)
  return [text]
}
