import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vocabulary } from './flags/serve-options.ts'
import { makePrivateFolder, writeDurably } from './log/durable-file.ts'

const words: ReadonlySet<string> = new Set<Vocabulary>(['orch', 'kubernetes'])
const isData = (name: string): boolean => name.startsWith('log-') || name.startsWith('snapshot-')

/**
 * Returns the vocabulary of the objects in a folder; folders without the file hold our names. `null` for an empty
 * folder.
 */
function keptVocabulary(folder: string): string | null {
  const path = join(folder, 'vocabulary')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  return readdirSync(folder).some(isData) ? 'orch' : null
}

/**
 * Records in `folder` the vocabulary of its objects. Objects are stored as clients sent them, so a server with
 * another vocabulary would neither recognize its own labels and groups in them nor distinguish them from those of
 * users. [VO4]
 * @throws Error if the folder holds objects with the other vocabulary
 */
export function claimVocabulary(folder: string, vocabulary: Vocabulary): void {
  makePrivateFolder(folder)
  const kept = keptVocabulary(folder)
  if (kept === null) writeDurably(join(folder, 'vocabulary'), `${vocabulary}\n`)
  else if (!words.has(kept))
    throw new Error(
      `${join(folder, 'vocabulary')} is damaged. Write the vocabulary of the objects into it, 'orch' or 'kubernetes', and start again: echo ${vocabulary} > '${join(folder, 'vocabulary')}'`,
    )
  else if (kept !== vocabulary)
    throw new Error(
      `${folder} holds objects with the names of ${kept}: add --vocabulary ${kept}, or choose another --data`,
    )
}
