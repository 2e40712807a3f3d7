import { TERMINAL_HEADER } from '#facts/debug-api.ts'
import type { Authenticator } from './authenticator.ts'
import { bearerToken } from './token-file.ts'

/**
 * Keeps `authenticator`, which accepts every request, from clients outside of the page: without a credential they are anonymous,
 * and an unknown token is refused. [BR4]
 */
export const exceptTerminal = (authenticator: Authenticator): Authenticator => ({
  authenticate(headers) {
    if (!headers.has(TERMINAL_HEADER)) return authenticator.authenticate(headers)
    return bearerToken(headers) === '' ? { type: 'none' } : { type: 'refused', why: 'unknown bearer token' }
  },
})
