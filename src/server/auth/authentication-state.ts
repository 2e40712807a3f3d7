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
  /** Puts other settings in force once their issuers were found; answers why not, and then nothing has changed. [LD3] */
  replace(settings: AuthenticationSettings): Promise<string | null>
  stop(): void
}

/** Holds JWT authenticators for settings that may change. Issuers that stay keep their keys. */
export function authenticationState(outbound: Outbound): AuthenticationState {
  let settings: AuthenticationSettings | null = null
  let authenticators: readonly JwtAuthenticator[] = []
  const stopAll = (list: readonly JwtAuthenticator[]): void => {
    for (const each of list) each.stop()
  }
  const begin = (next: AuthenticationSettings | null): readonly JwtAuthenticator[] =>
    (next?.jwt ?? []).map((config) => jwtAuthenticator({ outbound, config }))
  const swap = (next: AuthenticationSettings | null, begun: readonly JwtAuthenticator[]): void => {
    const before = authenticators
    settings = next
    authenticators = begun
    stopAll(before)
  }
  return {
    jwt: () => authenticators,
    anonymous: () => settings?.anonymous ?? allAnonymous,
    isConfigured: () => settings !== null,
    apply: (next) => swap(next, begin(next)),
    async replace(next) {
      const begun = begin(next)
      await Promise.all(begun.map(({ ready }) => ready))
      const failed = begun.find((each) => each.discovery().keys() === null)
      if (failed === undefined) {
        swap(next, begun)
        return null
      }
      stopAll(begun)
      return `new authenticator is not healthy: oidc: authenticator for issuer ${JSON.stringify(failed.issuer)} is not initialized: ${failed.discovery().error() ?? ''}`
    },
    stop: () => stopAll(authenticators),
  }
}
