import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vocabulary } from './command-line.ts'
import { makePrivateFolder, writeDurably } from './log/durable-file.ts'

const words: ReadonlySet<string> = new Set<Vocabulary>(['orch', 'kubernetes'])
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
  makePrivateFolder(folder)
  const kept = keptVocabulary(folder)
  if (kept === null) writeDurably(join(folder, 'vocabulary'), `${vocabulary}\n`)
  else if (!words.has(kept))
    throw new Error(
      `${join(folder, 'vocabulary')} is damaged. Write into it whose names the objects have, 'orch' or 'kubernetes', and start again: echo ${vocabulary} > '${join(folder, 'vocabulary')}'`,
    )
  else if (kept !== vocabulary)
    throw new Error(
      `${folder} holds objects with the names of ${kept}: add --vocabulary ${kept}, or choose another --data`,
    )
}
