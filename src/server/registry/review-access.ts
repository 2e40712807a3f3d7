import type { JsonObject } from '#api/json.ts'
import type { Narrowing } from '#api/narrowing.ts'

/** A person as reviews speak of it. */
export interface ReviewedUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** What a review asks about: a resource, or a path for `isResource: false`. */
export interface ReviewedAction {
  readonly isResource: boolean
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
  /** Of requests for many objects, where selectors narrow them. */
  readonly narrowing?: Narrowing
}

/** What the authorizers say. Texts are their own, `''` for none. */
export interface ReviewedDecision {
  readonly allowed: boolean
  /** Somebody said no; else nobody said yes. */
  readonly denied: boolean
  readonly reason: string
  /** What failed on the way. */
  readonly error: string
}

/** One rule of what a user may do. */
export interface ReviewedRule {
  readonly verbs?: readonly string[] | null | undefined
  readonly apiGroups?: readonly string[] | null | undefined
  readonly resources?: readonly string[] | null | undefined
  readonly resourceNames?: readonly string[] | null | undefined
  readonly nonResourceURLs?: readonly string[] | null | undefined
}

/** All rules that can be listed. */
export interface ReviewedRules {
  readonly rules: readonly ReviewedRule[]
  readonly isIncomplete: boolean
  readonly error: string
}

/** What a token says besides who made it. */
export interface SignedClaims {
  readonly sub: string
  readonly aud: readonly string[]
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly 'orch.io': JsonObject
}

/** Whose token it is, or why it is nobody's. */
export type ReviewedToken =
  | { readonly user: ReviewedUser; readonly audiences: readonly string[] }
  | { readonly error: string }

/** What resources that review access may ask of the server's own stages. */
export interface ReviewAccess {
  /** Who sent the review. */
  readonly caller: ReviewedUser
  /** For whom tokens of this server are meant. */
  readonly audiences: readonly string[]
  /** Whether `user` may. */
  decide(user: ReviewedUser, action: ReviewedAction): Promise<ReviewedDecision>
  /** What the caller may in `namespace`; `isIncomplete`: perhaps more; `error` says what could not be looked at. */
  rules(namespace: string): Promise<ReviewedRules>
  /** Whose token it is, and for which of `audiences` it is meant; `error` for nobody's and for none of them. */
  authenticate(token: string, audiences: readonly string[]): Promise<ReviewedToken>
  /** Makes a token of this server. Times are seconds since the epoch. */
  sign(claims: SignedClaims): Promise<string>
}
