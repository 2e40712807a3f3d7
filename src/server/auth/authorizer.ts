import type { AccessAction } from '#api/access-action.ts'
import type { ConditionTrial, GrantTrial, ReviewTrial } from '#facts/config-api.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { CallTrace } from '#api/call-trace.ts'
import type { Narrowing } from '#api/selectors/narrowing.ts'
import { everything, type ResolvedRules, unionOfRules } from './resolved-rules.ts'
import type { UserInfo } from './user-info.ts'

/** The attributes of a request, in the terms of access rules. */
export interface Attributes extends AccessAction {
  readonly user: UserInfo
  /** The selectors of a request for many objects. */
  readonly narrowing?: Narrowing
}

/** The result of an authorizer. */
export interface Decision {
  /** `no-opinion` passes the request to the next authorizer. A request that no authorizer decides is refused. */
  readonly type: 'allowed' | 'denied' | 'no-opinion'
  /** Appended to the message of the 403; `''` for none. */
  readonly why: string
  /** An error during authorization. A request that is not allowed then ends in 500, as in the reference. */
  readonly error?: string
  /** The authorizer and the reason, for the request trace. Default: `why`. */
  readonly by?: string
}

/** Events of an authorization in progress, for displays that explain decisions. */
export type DecisionEvent =
  | { readonly type: 'condition'; readonly condition: ConditionTrial }
  | { readonly type: 'review'; readonly review: ReviewTrial }
  | { readonly type: 'grant'; readonly grant: GrantTrial }

export type DecisionListener = (event: DecisionEvent) => void

/** Context of an authorization besides the attributes. */
export interface AuthorizeContext {
  /** Receives the steps of the decision. Without it, no steps are collected. */
  readonly onEvent?: DecisionListener | undefined
  /** The trace of the request that is being authorized. */
  readonly trace?: CallTrace | undefined
}

/** A replaceable stage that authorizes a request. */
export interface Authorizer {
  authorize(attributes: Attributes, context?: AuthorizeContext): Soon<Decision>
  /** The rules of `user` in `namespace`, as far as the authorizer can list them. Default: it has no rules. */
  rulesFor?(user: UserInfo, namespace: string): Promise<ResolvedRules>
}

/** Allows every request. Used as long as no access rules are served. */
export const alwaysAllow: Authorizer = {
  authorize: ({ user }) => ({
    type: 'allowed',
    why: user.groups.includes('system:masters') ? 'an administrator' : 'no access rules yet',
  }),
  rulesFor: async () => everything,
}

/** Calls the authorizers in turn until one allows or denies. [AZ8] */
export const inTurn = (authorizers: readonly Authorizer[]): Authorizer => ({
  rulesFor: async (user, namespace) =>
    unionOfRules(await Promise.all(authorizers.map(async (each) => each.rulesFor?.(user, namespace)))),
  authorize: (attributes, context) => askFrom(authorizers, [], attributes, context),
})

/** `passed` are the answers of those that had no opinion. After a decision, later authorizers must not be called. */
function askFrom(
  authorizers: readonly Authorizer[],
  passed: readonly Decision[],
  attributes: Attributes,
  context: AuthorizeContext | undefined,
): Soon<Decision> {
  const next = authorizers[passed.length]
  if (next === undefined) return noOpinion(passed)
  return soon(next.authorize(attributes, context), (decision) =>
    decision.type === 'no-opinion' ? askFrom(authorizers, [...passed, decision], attributes, context) : decision,
  )
}

function noOpinion(passed: readonly Decision[]): Decision {
  const errors = passed.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const path = passed.map(({ by, why }) => by ?? why).filter((text) => text !== '')
  return {
    type: 'no-opinion',
    why: passed
      .map(({ why }) => why)
      .filter((why) => why !== '')
      .join('\n'),
    ...(path.length === 0 ? {} : { by: path.join('; ') }),
    ...(errors.length === 0 ? {} : { error: errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]` }),
  }
}
