import type { AuthorizationSettings, AuthorizerSettings } from './access-settings.ts'
import { alwaysAllow, type Attributes, type Authorizer, type Decision, inTurn } from './authorizer.ts'
import type { Outbound } from './outbound.ts'
import { superusers } from './rbac/rbac-authorizer.ts'
import { webhookAuthorizer } from './webhook/webhook-authorizer.ts'

/** Authorizers by the names of types that a configuration may give. */
export interface KnownAuthorizers {
  readonly rbac: Authorizer
  readonly node: Authorizer
}

/** Hears each decision of each authorizer, for metrics. */
export type Decided = (authorizer: { readonly type: string; readonly name: string }, decision: Decision) => void

/** The authorizers that are in force. */
export interface AuthorizationState {
  readonly authorizer: Authorizer
  readonly isConfigured: () => boolean
  /** Puts other settings in force at once. Verdicts that webhooks gave before are forgotten. [LD1] */
  apply(settings: AuthorizationSettings | null): void
}

/** Members of `system:masters` may do everything, whatever a configuration says: nobody is locked out for good. [AZ8] */
const superuserAuthorizer: Authorizer = {
  authorize: async ({ user }) =>
    user.groups.includes(superusers)
      ? { type: 'allowed', why: '', by: 'an administrator' }
      : { type: 'no-opinion', why: '' },
}

const alwaysDeny: Authorizer = {
  authorize: async () => ({ type: 'no-opinion', why: 'Everything is forbidden.', by: 'AlwaysDeny' }),
}

/** An authorizer over settings that may change; `initial` as long as there are none. */
export function authorizationState(
  outbound: Outbound,
  initial: Authorizer,
  known: () => KnownAuthorizers,
  decided: Decided = () => undefined,
): AuthorizationState {
  let current: Authorizer | null = null
  return {
    authorizer: { authorize: (attributes) => (current ?? initial).authorize(attributes) },
    isConfigured: () => current !== null,
    apply(settings) {
      current = settings === null ? null : buildAuthorizer(outbound, settings, known, decided)
    },
  }
}

/** The authorizers of settings, asked in turn behind the one for administrators. */
export function buildAuthorizer(
  outbound: Outbound,
  settings: AuthorizationSettings,
  known: () => KnownAuthorizers,
  decided: Decided,
): Authorizer {
  const listed = settings.authorizers.map((each) => watched(each, toAuthorizer(outbound, each, known), decided))
  return inTurn([superuserAuthorizer, ...listed])
}

function toAuthorizer(outbound: Outbound, settings: AuthorizerSettings, known: () => KnownAuthorizers): Authorizer {
  switch (settings.type) {
    case 'Webhook':
      return webhookAuthorizer({ outbound, config: settings.webhook })
    case 'RBAC':
      return known().rbac
    case 'Node':
      return known().node
    case 'AlwaysAllow':
      return alwaysAllow
    case 'AlwaysDeny':
      return alwaysDeny
  }
}

function watched(settings: AuthorizerSettings, authorizer: Authorizer, decided: Decided): Authorizer {
  const name = settings.type === 'Webhook' ? settings.webhook.name : settings.name
  return {
    async authorize(attributes: Attributes) {
      const decision = await authorizer.authorize(attributes)
      decided({ type: settings.type, name }, decision)
      return decision
    },
  }
}
