import type { Authentication, Authenticator } from '#server/auth/authenticator.ts'
import { bearerToken } from '#server/auth/token-file.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import type { JwtAuthenticator } from './jwt-authenticator.ts'

/** Calls the active JWT authenticators in their order. [JW3] */
export const bearerJwt = (current: () => readonly JwtAuthenticator[]): Authenticator => ({
  authenticate(headers) {
    const authenticators = current()
    const token = authenticators.length === 0 ? '' : bearerToken(headers)
    return token === '' ? { type: 'none' } : askEach(authenticators, token)
  },
})

async function askEach(authenticators: readonly JwtAuthenticator[], token: string): Promise<Authentication> {
  for (const authenticator of authenticators) {
    // Sequential on purpose: issuers are unique, so at most one authenticator accepts the token.
    const answer = await authenticator.authenticate(token)
    if (answer.type === 'error') return { type: 'refused', why: answer.error, error: answer.error }
    if (answer.type === 'not-mine') continue
    // As in the reference, an authenticator may return an empty name; a request without a user name is refused.
    if (answer.user.name === '') return { type: 'refused', why: 'the token names a user without a name' }
    const user = { ...authenticatedUser(answer.user), extra: answer.user.extra }
    return { type: 'user', user, by: `a token of ${authenticator.issuer}` }
  }
  return { type: 'none' }
}

/**
 * Refuses a bearer token that no authenticator accepted, instead of treating it as no credential. Place it after all
 * authenticators that read tokens. [JW3]
 */
export const unknownTokens = (isOn: () => boolean): Authenticator => ({
  authenticate: (headers) =>
    isOn() && bearerToken(headers) !== '' ? { type: 'refused', why: 'a token that nobody knows' } : { type: 'none' },
})
