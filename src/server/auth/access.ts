import type { Authenticator } from './authenticator.ts'
import type { Authorizer } from './authorizer.ts'
import type { RbacPolicy } from './rbac/rbac-policy.ts'
import type { RefusedToken, TokenUser } from './service-account-authenticator.ts'
import type { PublicKey, TokenClaims } from './service-account-tokens.ts'

/**
 * The issuer of service account tokens when none is configured. The domain is reserved (RFC 2606), so it has no
 * owner.
 */
export const defaultIssuer = 'https://issuer.example'

/** Issues and verifies the service account tokens of this server. */
export interface ServiceAccountTokens {
  readonly issuer: string
  /** The address of the public keys in the discovery document; `''` for this server. */
  readonly jwksUri: string
  /** The longest time in seconds for which tokens are issued; 0 for no limit. */
  readonly secondsMax: number
  sign(claims: TokenClaims): Promise<string>
  publicKey(): Promise<PublicKey>
  /** Returns the user of a token that is valid for one of `audiences`; `null` for a token of another issuer. */
  userOf(token: string, audiences: readonly string[]): Promise<TokenUser | RefusedToken | null>
}

/**
 * Authentication and authorization for callers other than the filters: access reviews and the escalation check of new
 * roles.
 */
export interface Access {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  readonly tokens: ServiceAccountTokens
  /** The audiences of tokens that this server issues. */
  readonly audiences: readonly string[]
  /** `null` if roles are stored but not evaluated. */
  readonly policy: RbacPolicy | null
  /** Reports whether an AuthorizationConfiguration or a policy file decides. */
  readonly isConfigured: boolean
  /** Reports whether a request for this path without credentials proceeds as `system:anonymous`. */
  allowsAnonymous(path: string): boolean
}
