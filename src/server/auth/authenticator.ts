import type { UserInfo } from './user-info.ts'

/** What an authenticator makes of a request. */
export type Authentication =
  /** `by` says in words how the caller proved it, for the request trace. */
  | {
      readonly type: 'user'
      readonly user: UserInfo
      readonly by: string
      /** Whoever calls is this user: no credential was looked at. */
      readonly isEverybody?: true
    }
  /** There is a credential, and it is wrong: 401. `error` is the reference's own text, where it has one for reviews of tokens. */
  | { readonly type: 'refused'; readonly why: string; readonly error?: string }
  /** No credential of this authenticator's kind: the next one is asked. */
  | { readonly type: 'none' }

/** A stage that may be replaced: names the caller of a request by its headers. */
export interface Authenticator {
  authenticate(headers: Headers): Promise<Authentication>
}

/** Asks each in turn until one knows the caller or refuses. [AU1] */
export const firstOf = (authenticators: readonly Authenticator[]): Authenticator => ({
  async authenticate(headers) {
    for (const authenticator of authenticators) {
      // In turn: a later authenticator must not see what an earlier one took.
      const answer = await authenticator.authenticate(headers)
      if (answer.type !== 'none') return answer
    }
    return { type: 'none' }
  },
})

/** Names everybody who has no credential. Put it last. */
export const everybodyIs = (user: UserInfo, by: string): Authenticator => ({
  authenticate: async () => ({ type: 'user', user, by, isEverybody: true }),
})

/** Knows nobody by what is no token. */
export const nobody: Authenticator = { authenticate: async () => ({ type: 'none' }) }
