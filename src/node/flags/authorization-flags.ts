import type { AuthorizationMode } from '#server/access/create-access.ts'
import { wordsOf } from './read-values.ts'

const modes: readonly AuthorizationMode[] = ['Node', 'RBAC', 'AlwaysAllow', 'AlwaysDeny']

/**
 * Parses the authorizers in the order in which they are called; `null` if the flag is absent, an error message if it
 * is invalid.
 */
export function readModes(text: string): readonly AuthorizationMode[] | null | string {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const found = words.flatMap((word) => modes.filter((mode) => mode === word))
  const isTwice = new Set(words).size < words.length
  return found.length === words.length && !isTwice
    ? found
    : `--authorization-mode must be a list of ${modes.join(', ')}, each once, not ${JSON.stringify(text)}`
}
