import { type AccessObserver, noObserver } from './access-observer.ts'
import type { AuthorizationSettings, AuthorizerSettings } from './access-settings.ts'
import { alwaysAllow, type Authorizer, inTurn } from './authorizer.ts'
import type { Outbound } from './outbound.ts'
import { unionOfRules } from './resolved-rules.ts'
import { superusers } from './rbac/rbac-authorizer.ts'

/** Authorizers by the type names that a configuration may use. */
export interface AuthorizerTypes {
  readonly rbac: Authorizer
  readonly node: Authorizer
  /** `null` without a policy file. */
  readonly abac: Authorizer | null
}

/** @throws Error in the reference's words if the server has no policy file [ABAC3] */
export function requireAbac({ abac }: Pick<AuthorizerTypes, 'abac'>): Authorizer {
  if (abac === null) throw new Error("authorization-mode ABAC's authorization policy file not passed")
  return abac
}

/** The active authorizers and the means to replace them. */
export interface AuthorizationState {
  readonly authorizer: Authorizer
  readonly isConfigured: () => boolean
  /** The active authorizers. */
  readonly listed: () => readonly ListedAuthorizer[]
  /** The authorizers that `settings` would result in. They do not become active. */
  readonly list: (settings: AuthorizationSettings) => readonly ListedAuthorizer[]
  /** Activates other settings at once. Cached webhook decisions are dropped. [LD1] */
  apply(settings: AuthorizationSettings | null): void
}

/**
 * Allows members of `system:masters` everything, whatever the configuration, to prevent a permanent lockout. [AZ8]
 */
export const superuserAuthorizer: Authorizer = {
  authorize: ({ user }) =>
    user.groups.includes(superusers)
      ? { type: 'allowed', why: '', by: 'an administrator' }
      : { type: 'no-opinion', why: '' },
}

export const alwaysDeny: Authorizer = {
  authorize: () => ({ type: 'no-opinion', why: 'Everything is forbidden.', by: 'AlwaysDeny' }),
}

/** An authorizer over settings that may change. `initial` is used while there are none. */
export function authorizationState(
  outbound: Outbound,
  initial: Authorizer,
  types: () => AuthorizerTypes,
): AuthorizationState {
  let current: Authorizer | null = null
  let listed: readonly ListedAuthorizer[] = []
  const { fetch, clock } = outbound
  return {
    // Evaluations of drafts must not be counted in metrics.
    list: (settings) => listAuthorizers({ fetch, clock }, settings, types),
    listed: () => (current === null ? [{ type: 'option', name: 'the server’s own', authorizer: initial }] : listed),
    authorizer: {
      authorize: (attributes, context) => (current ?? initial).authorize(attributes, context),
      rulesFor: async (user, namespace) => (await (current ?? initial).rulesFor?.(user, namespace)) ?? unionOfRules([]),
    },
    isConfigured: () => current !== null,
    apply(settings) {
      listed = settings === null ? [] : listAuthorizers(outbound, settings, types)
      const observed = listed.map((each) =>
        each.type === superusers ? each.authorizer : watched(each, outbound.observer),
      )
      current = settings === null ? null : inTurn(observed)
    },
  }
}

/** An authorizer with its name and type in the configuration. */
export interface ListedAuthorizer {
  readonly type: string
  readonly name: string
  readonly authorizer: Authorizer
}

/** The authorizers of `settings`, after the one for administrators. */
export function listAuthorizers(
  outbound: Outbound,
  settings: AuthorizationSettings,
  types: () => AuthorizerTypes,
): readonly ListedAuthorizer[] {
  const listed = settings.authorizers.map((each) => ({
    type: each.type,
    name: each.type === 'Webhook' ? each.webhook.name : each.name,
    authorizer: toAuthorizer(outbound, each, types),
  }))
  return [{ type: superusers, name: superusers, authorizer: superuserAuthorizer }, ...listed]
}

function toAuthorizer(outbound: Outbound, settings: AuthorizerSettings, types: () => AuthorizerTypes): Authorizer {
  switch (settings.type) {
    case 'Webhook':
      return settings.authorize({ outbound, config: settings.webhook })
    case 'RBAC':
      return types().rbac
    case 'Node':
      return types().node
    case 'ABAC':
      return requireAbac(types())
    case 'AlwaysAllow':
      return alwaysAllow
    case 'AlwaysDeny':
      return alwaysDeny
  }
}

function watched({ type, name, authorizer }: ListedAuthorizer, observer: AccessObserver = noObserver): Authorizer {
  return {
    ...authorizer,
    async authorize(attributes, context) {
      const decision = await authorizer.authorize(attributes, context)
      observer.observe({ type: 'decision', authorizer: type, name, decision: decision.type })
      return decision
    },
  }
}
