import type { Soon } from '#api/waiting/soon.ts'
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
  authenticate(headers: Headers): Soon<Authentication>
}

/** Calls the authenticators in turn until one accepts or rejects the credential. [AU1] */
export const firstOf = (authenticators: readonly Authenticator[]): Authenticator => ({
  authenticate: (headers) => askFrom(authenticators, 0, headers),
})

const none: Authentication = { type: 'none' }

/** Sequential on purpose: a later authenticator must not see a credential that an earlier one handled. */
function askFrom(authenticators: readonly Authenticator[], first: number, headers: Headers): Soon<Authentication> {
  for (let at = first; at < authenticators.length; at += 1) {
    const answer = authenticators[at]?.authenticate(headers) ?? none
    if (answer instanceof Promise)
      return answer.then((given) => (given.type === 'none' ? askFrom(authenticators, at + 1, headers) : given))
    if (answer.type !== 'none') return answer
  }
  return none
}

/** Authenticates every request without a credential as `user`. Must be the last authenticator. */
export const authenticateAllAs = (user: UserInfo, by: string): Authenticator => ({
  authenticate: () => ({ type: 'user', user, by, isUnconditional: true }),
})

/** Authenticates no request. */
export const nobody: Authenticator = { authenticate: () => none }
