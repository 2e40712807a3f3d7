import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vocabulary } from './command-line.ts'

const isData = (name: string): boolean => name.startsWith('log-') || name.startsWith('snapshot-')

/** Whose names the objects in a folder have; folders of before there was a choice hold ours. `null` for an empty one. */
function keptVocabulary(folder: string): string | null {
  const path = join(folder, 'vocabulary')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  return readdirSync(folder).some(isData) ? 'orch' : null
}

/**
 * Notes in `folder` whose names its objects have. They are stored as clients sent them, so a server with other names would
 * neither know its own labels and groups in them nor be able to tell them from what users wrote. [VO4]
 * @throws Error where the folder holds objects with other names
 */
export function claimVocabulary(folder: string, vocabulary: Vocabulary): void {
  mkdirSync(folder, { recursive: true })
  const kept = keptVocabulary(folder)
  if (kept === null) writeFileSync(join(folder, 'vocabulary'), `${vocabulary}\n`)
  else if (kept !== vocabulary)
    throw new Error(
      `${folder} holds objects with the names of ${kept}: add --vocabulary ${kept}, or choose another --data`,
    )
}
