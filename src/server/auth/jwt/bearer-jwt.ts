import type { Authentication, Authenticator } from '../authenticator.ts'
import { bearerToken } from '../token-file.ts'
import { authenticatedUser } from '../user-info.ts'
import type { JwtAuthenticator } from './jwt-authenticator.ts'

/** Asks the JWT authenticators that are in force, in their order. [JW3] */
export const bearerJwt = (current: () => readonly JwtAuthenticator[]): Authenticator => ({
  async authenticate(headers) {
    const token = bearerToken(headers)
    return token === '' ? { type: 'none' } : askEach(current(), token)
  },
})

async function askEach(authenticators: readonly JwtAuthenticator[], token: string): Promise<Authentication> {
  for (const authenticator of authenticators) {
    // In turn: issuers differ, so at most one of them takes the token.
    const answer = await authenticator.authenticate(token)
    if (answer.type === 'error') return { type: 'refused', why: answer.error, error: answer.error }
    if (answer.type === 'not-mine') continue
    // An authenticator may find an empty name, as the reference's; a request of nobody goes no further.
    if (answer.user.name === '') return { type: 'refused', why: 'the token names a user without a name' }
    const user = { ...authenticatedUser(answer.user), extra: answer.user.extra }
    return { type: 'user', user, by: `a token of ${authenticator.issuer}` }
  }
  return { type: 'none' }
}

/** A token that nobody before knew is a wrong one, never no token. Put it behind all who read tokens. [JW3] */
export const unknownTokens = (isOn: () => boolean): Authenticator => ({
  authenticate: async (headers) =>
    isOn() && bearerToken(headers) !== '' ? { type: 'refused', why: 'a token that nobody knows' } : { type: 'none' },
})
