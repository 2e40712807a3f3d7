import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Steps of a seeded walk in each engine; docs/reliability.md says how to run the whole. About two in three store something. */
export const walkSteps = Number(process.env['ORCHARD_SEED_STEPS'] ?? 60)

export interface WalkDigest {
  readonly writes: number
  readonly digest: string
}

/** Runs the code of `./library.ts`, as it was bundled for the page, in a process of Node. */
export async function digestInNode(code: string, seed: number, steps: number): Promise<WalkDigest> {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-walk-'))
  const file = join(folder, 'library.mjs')
  const call = `\nconsole.log(JSON.stringify(await digestOfWalk(${seed}, ${steps})))\n`
  await writeFile(file, code + call)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  await rm(folder, { recursive: true })
  return JSON.parse(stdout) as WalkDigest
}
