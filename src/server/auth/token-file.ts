import type { Authenticator } from './authenticator.ts'
import { authenticatedUser } from './user-info.ts'

/** One line of a static token file. */
export interface TokenRecord {
  readonly token: string
  readonly user: string
  readonly uid: string
  readonly groups: readonly string[]
}

/**
 * Returns the bearer token of an `Authorization` header; `''` for none. Scheme and token must be separated by exactly
 * one space, as in the reference. [AU3]
 */
export function bearerToken(headers: Headers): string {
  const parts = (headers.get('authorization') ?? '').trim().split(' ', 3)
  return parts.length >= 2 && parts[0]?.toLowerCase() === 'bearer' ? (parts[1] ?? '') : ''
}

/** Returns the warning for a token after two spaces; `null` if there is nothing to warn of. [AU3] */
export function bearerWarning(headers: Headers): string | null {
  const [scheme = '', token, rest] = (headers.get('authorization') ?? '').trim().split(' ', 3)
  return scheme.toLowerCase() === 'bearer' && token === '' && rest !== undefined
    ? 'the provided Authorization header contains extra space before the bearer token, and is ignored'
    : null
}

/** Authenticates by static bearer tokens. An unknown token is refused. [AU3] */
export function tokenFile(records: readonly TokenRecord[]): Authenticator {
  const users = new Map(
    records.map(({ token, user, uid, groups }) => [token, authenticatedUser({ name: user, uid, groups })]),
  )
  return {
    authenticate(headers) {
      const token = bearerToken(headers)
      if (token === '') return { type: 'none' }
      const user = users.get(token)
      return user === undefined
        ? { type: 'refused', why: 'unknown bearer token' }
        : { type: 'user', user, by: 'a static token' }
    },
  }
}
