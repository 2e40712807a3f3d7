import type { AuthorizationMode } from '#server/access/create-access.ts'
import { wordsOf } from './read-values.ts'

const modes: readonly AuthorizationMode[] = ['Node', 'RBAC', 'ABAC', 'AlwaysAllow', 'AlwaysDeny']

export const authorizationFlags = {
  'authorization-mode': { type: 'string', default: '' },
  'authorization-policy-file': { type: 'string', default: '' },
} as const

interface AuthorizationOptions {
  readonly authorizationMode: readonly AuthorizationMode[] | null
  /** The path of the policies of the mode `ABAC`; `''` for none. */
  readonly policyFile: string
}

interface Values {
  readonly 'authorization-mode': string
  readonly 'authorization-policy-file': string
  readonly 'authorization-config': string
}

/** Reads the flags of authorization; a text says what is wrong. [ABAC3] */
export function readAuthorizationFlags(values: Values): AuthorizationOptions | string {
  const authorizationMode = readModes(values['authorization-mode'])
  if (typeof authorizationMode === 'string') return authorizationMode
  const { 'authorization-policy-file': policyFile, 'authorization-config': config } = values
  if (authorizationMode !== null && config !== '')
    return '--authorization-mode cannot be used with --authorization-config'
  const isAbac = authorizationMode?.includes('ABAC') ?? false
  if (isAbac && policyFile === '') return "authorization-mode ABAC's authorization policy file not passed"
  if (!isAbac && policyFile !== '' && config === '')
    return 'cannot specify --authorization-policy-file without mode ABAC'
  return { authorizationMode, policyFile }
}

/**
 * Parses the authorizers in the order in which they are called; `null` if the flag is absent, an error message if it
 * is invalid.
 */
function readModes(text: string): readonly AuthorizationMode[] | null | string {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const found = words.flatMap((word) => modes.filter((mode) => mode === word))
  const isTwice = new Set(words).size < words.length
  return found.length === words.length && !isTwice
    ? found
    : `--authorization-mode must be a list of ${modes.join(', ')}, each once, not ${JSON.stringify(text)}`
}
