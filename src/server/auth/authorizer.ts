import type { ConditionTrial, GrantTrial, ReviewTrial } from '#facts/config-api.ts'
import type { CallTrace } from '#api/call-trace.ts'
import type { Narrowing } from '#api/narrowing.ts'
import { everything, type ResolvedRules, unionOfRules } from './resolved-rules.ts'
import type { UserInfo } from './user-info.ts'

/** What somebody wants to do, in the words of access rules. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly isResource: boolean
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
  /** Of requests for many objects, where selectors narrow them. */
  readonly narrowing?: Narrowing
}

/** What an authorizer says. */
export interface Decision {
  /** `no-opinion` leaves it to the next authorizer; when nobody decides, the request is refused. */
  readonly type: 'allowed' | 'denied' | 'no-opinion'
  /** Ends the text of the 403; `''` for none. */
  readonly why: string
  /** What failed on the way. A request that is not allowed then ends in 500, as in the reference. */
  readonly error?: string
  /** Who decided and how, for the request trace. Default: `why`. */
  readonly by?: string
}

/** What an authorizer tells on its way, to people who want to see how it decides. */
export type Told =
  | { readonly type: 'condition'; readonly condition: ConditionTrial }
  | { readonly type: 'review'; readonly review: ReviewTrial }
  | { readonly type: 'grant'; readonly grant: GrantTrial }

export type Tell = (told: Told) => void

/** What an authorizer may need besides the question. */
export interface Asking {
  /** Hears how it decides; without it nothing is gathered. */
  readonly tell?: Tell | undefined
  /** Of the request that is decided about. */
  readonly trace?: CallTrace | undefined
}

/** A stage that may be replaced: decides whether a request may go on. */
export interface Authorizer {
  authorize(attributes: Attributes, asking?: Asking): Promise<Decision>
  /** What `user` may in `namespace`, as far as it can be listed. Default: this one has no rules. */
  rulesFor?(user: UserInfo, namespace: string): Promise<ResolvedRules>
}

/** Lets everybody do everything: until access rules are served. */
export const alwaysAllow: Authorizer = {
  authorize: async ({ user }) => ({
    type: 'allowed',
    why: user.groups.includes('system:masters') ? 'an administrator' : 'no access rules yet',
  }),
  rulesFor: async () => everything,
}

/** Asks each in turn until one allows or denies. [AZ8] */
export const inTurn = (authorizers: readonly Authorizer[]): Authorizer => ({
  rulesFor: async (user, namespace) =>
    unionOfRules(await Promise.all(authorizers.map(async (each) => each.rulesFor?.(user, namespace)))),
  async authorize(attributes, asking) {
    const passed: Decision[] = []
    for (const authorizer of authorizers) {
      // In turn: a decision ends it, and later authorizers must not be asked.
      const decision = await authorizer.authorize(attributes, asking)
      if (decision.type !== 'no-opinion') return decision
      passed.push(decision)
    }
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
  },
})
