import type { JsonObject } from '#api/json.ts'
import type { SignatureAlgorithm } from './json-web-key.ts'

/** A compiled CEL expression. */
export interface Expression {
  readonly text: string
  /** Returns the value as JSON; `undefined` for a value that JSON cannot represent. Errors are values. */
  evaluate(
    variable: JsonObject,
  ): { readonly value: unknown; readonly cost?: number } | { readonly error: string; readonly cost?: number }
}

/** The source of a user attribute. */
export type Source =
  | { readonly type: 'none' }
  | { readonly type: 'claim'; readonly claim: string; readonly prefix: string }
  | { readonly type: 'expression'; readonly expression: Expression }

/** A validation rule and the message for when it is false. */
export interface Rule {
  readonly expression: Expression
  readonly message: string
  /** The path within the authenticator's configuration, for traces: `claimValidationRules[0].expression`. */
  readonly field?: string
}

/** One JWT authenticator of a valid configuration, its expressions compiled. */
export interface JwtConfig {
  /** The accepted signature algorithms. Default: all supported ones. */
  readonly algorithms?: readonly SignatureAlgorithm[]
  readonly issuer: {
    readonly url: string
    /** `''` for the issuer's well-known location. */
    readonly discoveryURL: string
    readonly audiences: readonly string[]
    /** PEM; `''` for the host's own root certificates. */
    readonly certificateAuthority: string
    /** The egress route to the issuer, `cluster` or `controlplane`. Default: none, without proxies. */
    readonly egressSelectorType?: string
  }
  readonly username: Source
  readonly groups: Source
  readonly uid: Source
  readonly extra: readonly { readonly key: string; readonly expression: Expression }[]
  /** Claims that must be present with this value. */
  readonly requiredClaims: readonly {
    readonly claim: string
    readonly value: string
    readonly field?: string
  }[]
  /** Evaluated over `claims`. */
  readonly claimRules: readonly Rule[]
  /** Evaluated over `user`. */
  readonly userRules: readonly Rule[]
}
