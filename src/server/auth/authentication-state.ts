import type { AuthenticationSettings } from './access-settings.ts'
import { allAnonymous, type AnonymousAccess } from './anonymous-access.ts'
import { type JwtAuthenticator, jwtAuthenticator } from './jwt/jwt-authenticator.ts'
import type { Outbound } from './outbound.ts'

/** The authentication settings that are in force. */
export interface AuthenticationState {
  readonly jwt: () => readonly JwtAuthenticator[]
  readonly anonymous: () => AnonymousAccess
  /** Whether a configuration is in force at all. */
  readonly isConfigured: () => boolean
  /** Puts other settings in force at once; requests on their way end under those they began with. [LD1] */
  apply(settings: AuthenticationSettings | null): void
  stop(): void
}

/** Holds JWT authenticators for settings that may change. Issuers that stay keep their keys. */
export function authenticationState(outbound: Outbound): AuthenticationState {
  let settings: AuthenticationSettings | null = null
  let authenticators: readonly JwtAuthenticator[] = []
  const stopAll = (list: readonly JwtAuthenticator[]): void => {
    for (const each of list) each.stop()
  }
  return {
    jwt: () => authenticators,
    anonymous: () => settings?.anonymous ?? allAnonymous,
    isConfigured: () => settings !== null,
    apply(next) {
      const before = authenticators
      settings = next
      authenticators = (next?.jwt ?? []).map((config) => jwtAuthenticator({ outbound, config }))
      stopAll(before)
    },
    stop: () => stopAll(authenticators),
  }
}
