import type { AuthenticationSettings } from './access-settings.ts'
import { allAnonymous, type AnonymousAccess } from './anonymous-access.ts'
import type { JwtAuthenticator } from './jwt/jwt-authenticator.ts'
import type { Outbound } from './outbound.ts'

/** The active authentication settings and the means to replace them. */
export interface AuthenticationState {
  readonly jwt: () => readonly JwtAuthenticator[]
  readonly anonymous: () => AnonymousAccess
  /** Reports whether an AuthenticationConfiguration is active. */
  readonly isConfigured: () => boolean
  /** Activates other settings at once. Requests in flight finish under the settings they began with. [LD1] */
  apply(settings: AuthenticationSettings | null): void
  /**
   * Activates other settings after discovery of their issuers succeeded. Returns the error if it failed; then nothing
   * has changed. [LD3]
   */
  replace(settings: AuthenticationSettings): Promise<string | null>
  stop(): void
}

/** Holds the JWT authenticators of settings that may change. Issuers that are unchanged keep their cached keys. */
export function authenticationState(outbound: Outbound): AuthenticationState {
  let settings: AuthenticationSettings | null = null
  let authenticators: readonly JwtAuthenticator[] = []
  const stopAll = (list: readonly JwtAuthenticator[]): void => {
    for (const each of list) each.stop()
  }
  const begin = (next: AuthenticationSettings | null): readonly JwtAuthenticator[] =>
    next === null ? [] : next.jwt.map((config) => next.authenticate({ outbound, config }))
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
