import type { UserInfo } from './user-info.ts'

/** The result of authenticating a request. */
export type Authentication =
  /** `by` describes how the caller was authenticated, for the request trace. */
  | {
      readonly type: 'user'
      readonly user: UserInfo
      readonly by: string
      /** Every caller is this user: no credential was examined. */
      readonly isUnconditional?: true
    }
  /**
   * The request has a credential that is not valid: 401. `error` is the reference's text, for those errors that token
   * reviews return.
   */
  | { readonly type: 'refused'; readonly why: string; readonly error?: string }
  /** The request has no credential of this kind: the next authenticator is called. */
  | { readonly type: 'none' }

/** A replaceable stage that authenticates a request by its headers. */
export interface Authenticator {
  authenticate(headers: Headers): Promise<Authentication>
}

/** Calls the authenticators in turn until one accepts or rejects the credential. [AU1] */
export const firstOf = (authenticators: readonly Authenticator[]): Authenticator => ({
  async authenticate(headers) {
    for (const authenticator of authenticators) {
      // Sequential on purpose: a later authenticator must not see a credential that an earlier one handled.
      const answer = await authenticator.authenticate(headers)
      if (answer.type !== 'none') return answer
    }
    return { type: 'none' }
  },
})

/** Authenticates every request without a credential as `user`. Must be the last authenticator. */
export const authenticateAllAs = (user: UserInfo, by: string): Authenticator => ({
  authenticate: async () => ({ type: 'user', user, by, isUnconditional: true }),
})

/** Authenticates no request. */
export const nobody: Authenticator = { authenticate: async () => ({ type: 'none' }) }
