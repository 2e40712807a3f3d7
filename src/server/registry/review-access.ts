import type { AccessAction } from '#api/access-action.ts'
import type { JsonObject } from '#api/json.ts'
import type { Narrowing } from '#api/selectors/narrowing.ts'

/** A user in a review. */
export interface ReviewedUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The action in a review: on a resource, or on a path with `isResource: false`. */
export interface ReviewedAction extends AccessAction {
  /** For requests for multiple objects: how selectors narrow them. */
  readonly narrowing?: Narrowing
}

/** The decision of the authorizers. Texts are theirs, `''` for none. */
export interface ReviewedDecision {
  readonly allowed: boolean
  /** An authorizer denied the action; if false, no authorizer may have had an opinion. */
  readonly denied: boolean
  readonly reason: string
  /** The errors of the evaluation. */
  readonly error: string
}

/** A rule that states what a user may do. */
export interface ReviewedRule {
  readonly verbs?: readonly string[] | null | undefined
  readonly apiGroups?: readonly string[] | null | undefined
  readonly resources?: readonly string[] | null | undefined
  readonly resourceNames?: readonly string[] | null | undefined
  readonly nonResourceURLs?: readonly string[] | null | undefined
}

/** The rules that can be enumerated. */
export interface ReviewedRules {
  readonly rules: readonly ReviewedRule[]
  readonly isIncomplete: boolean
  readonly error: string
}

/** The claims of a token except its issuer. */
export interface SignedClaims {
  readonly sub: string
  readonly aud: readonly string[]
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly 'orch.io': JsonObject
}

/** The result of authenticating a token: its user, or the reason why it is invalid. */
export type ReviewedToken =
  | { readonly user: ReviewedUser; readonly audiences: readonly string[] }
  | { readonly error: string }

/** The functions of the authentication and authorization stages that review resources use. */
export interface ReviewAccess {
  /** The user that sent the review. */
  readonly caller: ReviewedUser
  /** The default audiences of tokens of this server. */
  readonly audiences: readonly string[]
  /** The longest time in seconds for which tokens are issued; 0 for no limit. */
  readonly tokenSecondsMax: number
  /** Adds a warning to the response. */
  warn(text: string): void
  /** Decides whether `user` may perform `action`. */
  decide(user: ReviewedUser, action: ReviewedAction): Promise<ReviewedDecision>
  /**
   * Returns what the caller may do in `namespace`. `isIncomplete`: the caller may be allowed to do more; `error`
   * describes what could not be evaluated.
   */
  rules(namespace: string): Promise<ReviewedRules>
  /**
   * Authenticates a token and returns its user and which of `audiences` it is valid for; `error` if it is invalid or
   * valid for none of them.
   */
  authenticate(token: string, audiences: readonly string[]): Promise<ReviewedToken>
  /** Signs a token of this server. Times are seconds since the epoch. */
  sign(claims: SignedClaims): Promise<string>
}
