import type { AnonymousAccess } from './anonymous-access.ts'
import type { Authorizer } from './authorizer.ts'
import type { JwtAuthenticator } from './jwt/jwt-authenticator.ts'
import type { JwtConfig } from './jwt/jwt-config.ts'
import type { Outbound } from './outbound.ts'
import type { WebhookConfig } from './webhook/webhook-config.ts'

/** A valid AuthenticationConfiguration, compiled. */
export interface AuthenticationSettings {
  readonly jwt: readonly JwtConfig[]
  /** Makes the authenticators. It comes with the settings, so that a server without any does not load its code. */
  readonly authenticate: (options: { readonly outbound: Outbound; readonly config: JwtConfig }) => JwtAuthenticator
  /** `null` means that the server's own option applies. */
  readonly anonymous: AnonymousAccess | null
}

/** One authorizer of a valid AuthorizationConfiguration, compiled. */
export type AuthorizerSettings =
  | {
      readonly type: 'Webhook'
      readonly webhook: WebhookConfig
      /** Makes the authorizer; see {@link AuthenticationSettings.authenticate}. */
      readonly authorize: (options: { readonly outbound: Outbound; readonly config: WebhookConfig }) => Authorizer
    }
  | { readonly type: 'RBAC' | 'ABAC' | 'Node' | 'AlwaysAllow' | 'AlwaysDeny'; readonly name: string }

/** A valid AuthorizationConfiguration, compiled. Authorizers are called in this order. */
export interface AuthorizationSettings {
  readonly authorizers: readonly AuthorizerSettings[]
}
