import type { JsonObject } from '#api/json.ts'

/** A CEL expression that compiled. */
export interface Expression {
  readonly text: string
  /** Its value as JSON (a list, a map, text, …); `undefined` for what JSON has no word for. Errors are values. */
  evaluate(
    variable: JsonObject,
  ): { readonly value: unknown; readonly cost?: number } | { readonly error: string; readonly cost?: number }
}

/** Where an attribute of the user comes from. */
export type Source =
  | { readonly type: 'none' }
  | { readonly type: 'claim'; readonly claim: string; readonly prefix: string }
  | { readonly type: 'expression'; readonly expression: Expression }

/** A rule that must hold, and what is said when it does not. */
export interface Rule {
  readonly expression: Expression
  readonly message: string
  /** Place in the authenticator's part of the file, for traces: `claimValidationRules[0].expression`. */
  readonly field?: string
}

/** One JWT authenticator of a valid configuration, its expressions compiled. */
export interface JwtConfig {
  readonly issuer: {
    readonly url: string
    /** `''` for the usual place. */
    readonly discoveryURL: string
    readonly audiences: readonly string[]
    /** PEM text, `''` for the host's own roots. */
    readonly certificateAuthority: string
  }
  readonly username: Source
  readonly groups: Source
  readonly uid: Source
  readonly extra: readonly { readonly key: string; readonly expression: Expression }[]
  /** Claims that must be there with this text. */
  readonly requiredClaims: readonly {
    readonly claim: string
    readonly value: string
    readonly field?: string
  }[]
  /** Over `claims`. */
  readonly claimRules: readonly Rule[]
  /** Over `user`. */
  readonly userRules: readonly Rule[]
}
