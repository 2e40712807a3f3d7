/** A user of the recordings. */
export interface RecordedUser {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
}

/** The user of requests without a credential of their own. */
const admin: RecordedUser = { name: 'admin', groups: ['system:masters'] }

/** The users of the tokens that the recorded server knew. */
const users: ReadonlyMap<string, RecordedUser> = new Map([
  ['admin-token', admin],
  ['alice-token', { name: 'alice', uid: 'alice-uid', groups: ['dev', 'ops'] }],
  ['bob-token', { name: 'bob', uid: 'bob-uid', groups: ['dev'] }],
])

/** The user of requests whose header is no token. */
export const nobody: RecordedUser = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/**
 * Returns the user that the recorded server saw for the value of the Authorization header; `null` for a token that only
 * the server which is asked can judge: one that it issued, or none at all.
 */
export function recordedUser(authorization: string | null): RecordedUser | null {
  if (authorization === null) return admin
  const [scheme = '', token = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'bearer' || token === '') return nobody
  return users.get(token) ?? null
}
