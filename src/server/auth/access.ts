import type { Authenticator } from './authenticator.ts'
import type { Authorizer } from './authorizer.ts'
import type { RbacPolicy } from './rbac/rbac-policy.ts'
import type { RefusedToken, TokenUser } from './service-account-authenticator.ts'
import type { PublicKey, TokenClaims } from './service-account-tokens.ts'

/** Whose tokens these are, where nobody says otherwise: a name that nobody can own. */
export const defaultIssuer = 'https://issuer.example'

/** Tokens that this server makes. */
export interface ServiceAccountTokens {
  readonly issuer: string
  sign(claims: TokenClaims): Promise<string>
  publicKey(): Promise<PublicKey>
  /** Whose token it is, if it holds for one of `audiences`; `null` for one of others. */
  userOf(token: string, audiences: readonly string[]): Promise<TokenUser | RefusedToken | null>
}

/** Who callers are and what they may do, for those who ask besides the filters: reviews, checks of new roles. */
export interface Access {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  readonly tokens: ServiceAccountTokens
  /** For whom tokens of this server are meant. */
  readonly audiences: readonly string[]
  /** `null` where roles are stored but not asked. */
  readonly policy: RbacPolicy | null
  /** Whether a configuration says who decides. */
  readonly isConfigured: boolean
  /** Whether a request without credentials for this path goes on, as `system:anonymous`. */
  letsInAnonymous(path: string): boolean
}
