import type { AnonymousAccess } from './anonymous-access.ts'
import type { JwtConfig } from './jwt/jwt-config.ts'
import type { WebhookConfig } from './webhook/webhook-config.ts'

/** A valid AuthenticationConfiguration, compiled. */
export interface AuthenticationSettings {
  readonly jwt: readonly JwtConfig[]
  /** `null` means that the server's own option applies. */
  readonly anonymous: AnonymousAccess | null
}

/** One authorizer of a valid AuthorizationConfiguration, compiled. */
export type AuthorizerSettings =
  | { readonly type: 'Webhook'; readonly webhook: WebhookConfig }
  | { readonly type: 'RBAC' | 'ABAC' | 'Node' | 'AlwaysAllow' | 'AlwaysDeny'; readonly name: string }

/** A valid AuthorizationConfiguration, compiled. Authorizers are called in this order. */
export interface AuthorizationSettings {
  readonly authorizers: readonly AuthorizerSettings[]
}
