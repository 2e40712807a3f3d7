import type { AccessAction } from '#api/access-action.ts'
import type { JsonObject } from '#api/json.ts'
import type { TunnelTalk } from './tunnel-talk.ts'

/*
 * The server's own configuration files, under `/debug/config`. Checks run in the page too (room `config`); these say what
 * the running server does.
 *
 * GET    /debug/config                    RunningConfigs
 * PUT    /debug/config/KIND               the file's text; 200 ReloadOutcome, 422 ReloadOutcome when the last good one stays
 * DELETE /debug/config/KIND               as if the server were started without the file: ReloadOutcome
 * POST   /debug/trials/token              TokenTrialRequest -> TokenTrial
 * POST   /debug/trials/decision           DecisionTrialRequest -> DecisionTrial
 * POST   /debug/trials/route              RouteTrialRequest -> RouteTrial
 * POST   /debug/trials/sampling           SamplingTrialRequest -> SamplingTrial
 * POST   /debug/trials/replay             {"text"}: an authorization draft against the last requests -> Replay
 * POST   /debug/trials/who-can            WhoCanRequest -> WhoCan
 *
 * A trial with `text` tries that draft; `null` tries what is running, and with `fresh` without the answers that webhooks
 * gave before. A draft that is not valid answers 422 with
 * {"message"}. Trials change nothing, but they do call webhooks and issuers.
 */

export const configKindNames = [
  'AuthenticationConfiguration',
  'AuthorizationConfiguration',
  'EgressSelectorConfiguration',
  'TracingConfiguration',
] as const
export type ConfigKindName = (typeof configKindNames)[number]

export interface RunningConfig {
  readonly kind: ConfigKindName
  /** `null` if there is no file: the server's options apply. */
  readonly text: string | null
  /** Time at which it came into force, 0 for never. */
  readonly loadedMs: number
  readonly reloads: { readonly succeeded: number; readonly failed: number }
  /** The newest reloads, oldest first, at most 50. */
  readonly history: readonly ReloadOutcome[]
}

export interface ReloadOutcome {
  readonly kind: ConfigKindName
  readonly timeMs: number
  readonly isInForce: boolean
  /** The server's error if the last good file stays in force; `''` if the new one is in force. */
  readonly message: string
  /** SHA-256 of the text, hexadecimal; `''` for no file. */
  readonly hash: string
  /** The file was read when the server started. */
  readonly atStart?: true
}

export interface RunningConfigs {
  readonly configs: readonly RunningConfig[]
  readonly issuers: readonly IssuerStatus[]
  readonly tracing: {
    readonly sent: number
    readonly dropped: number
    readonly failed: number
    readonly lastError: string
  }
}

/** The state of an issuer of the running configuration. */
export interface IssuerStatus {
  readonly url: string
  readonly isInitialized: boolean
  /** The reason why the issuer is not ready. */
  readonly error: string
  readonly keyIds: readonly string[]
  /** Time at which its keys were fetched, `null` for never. */
  readonly fetchedMs: number | null
}

export interface TokenTrialRequest {
  readonly text: string | null
  readonly token: string
}

export interface TrialStep {
  /** Index in `jwt`. */
  readonly authenticator: number
  readonly step: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly detail: string
  /** Path in the file: `jwt[0].claimMappings.username.claim`; `''` for none. */
  readonly field: string
}

export interface TokenTrial {
  readonly steps: readonly TrialStep[]
  readonly user: TrialUser | null
  /** The reason why there is no user. */
  readonly error: string
  /** Header and claims of the token, decoded but not verified; `null` when it can't be decoded. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
}

export interface TrialUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A request to authorize. */
export interface TrialAction extends AccessAction {
  readonly user: TrialUser
}

export interface DecisionTrialRequest {
  readonly text: string | null
  readonly action: TrialAction
  /** Calls webhooks again, even if an earlier answer is cached. */
  readonly fresh?: boolean
}

/** A match condition of a webhook. Conditions after one that is false are not evaluated and not listed. */
export interface ConditionTrial {
  readonly expression: string
  /** `null` if it failed or did not return a bool. */
  readonly value: boolean | null
  readonly error: string
  /** CEL cost units. */
  readonly cost: number
}

/** A call of a webhook: request and response. */
export interface ReviewTrial {
  /** The complete SubjectAccessReview. */
  readonly review: JsonObject
  /** `null` if there was no decision. */
  readonly answer: { readonly allowed: boolean; readonly denied: boolean; readonly reason: string } | null
  readonly isCached: boolean
  /** Milliseconds until the cached answer expires; 0 if it is not cached. */
  readonly keptMs: number
}

/** The reason why a rule of a role does not match. */
export type RuleMiss = 'verb' | 'group' | 'resource' | 'name' | 'url'

export interface RuleTrial {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly names: readonly string[]
  readonly urls: readonly string[]
  /** Empty for the rule that allows. */
  readonly misses: readonly RuleMiss[]
}

/** A binding that applies to the user. */
export interface GrantTrial {
  readonly binding: {
    readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
    readonly name: string
    readonly namespace: string
  }
  readonly role: { readonly kind: string; readonly name: string }
  readonly subject: { readonly kind: string; readonly name: string; readonly namespace: string }
  readonly rules: readonly RuleTrial[]
  /** The reason why its role grants nothing. */
  readonly error: string
}

export interface DecisionStep {
  readonly type: string
  readonly name: string
  readonly decision: 'allowed' | 'denied' | 'no-opinion' | 'not asked'
  /** A description of the decision and of the authorizer that made it. */
  readonly by: string
  readonly why: string
  readonly error: string
  readonly durationMs: number
  /** For a webhook, in the order of the file. */
  readonly conditions: readonly ConditionTrial[]
  /** The call of a webhook; `null` when it was not called and no verdict was cached. */
  readonly review: ReviewTrial | null
  /** For RBAC: the bindings that apply to the user, up to the first that allows; `null` if RBAC was not evaluated. */
  readonly grants: readonly GrantTrial[] | null
}

export interface DecisionTrial {
  readonly steps: readonly DecisionStep[]
  readonly decision: 'allowed' | 'denied' | 'no-opinion'
  /** HTTP code with which the request would end, 200 if it would continue. */
  readonly code: number
  readonly message: string
}

export interface RouteTrialRequest {
  readonly text: string | null
  /** `controlplane`, `cluster` or `etcd`. */
  readonly name: string
  /** Host and port, or a URL. */
  readonly destination: string
}

export interface RouteTrial {
  readonly route: string
  readonly why: string
  readonly talk: readonly TunnelTalk[]
  /** The reason why the connection failed; `''` if it succeeded. */
  readonly error: string
}

export interface SamplingTrialRequest {
  readonly text: string | null
  /** A `traceparent` header, `''` for none. */
  readonly traceparent: string
}

export interface SamplingTrial {
  readonly sampled: boolean
  readonly why: string
  readonly traceId: string
  readonly endpoint: string
}

/** The decision on a recent request under the draft. */
export interface ReplayedRequest {
  readonly timeMs: number
  readonly user: string
  readonly verb: string
  /** Resource with group, or path. */
  readonly what: string
  readonly namespace: string
  readonly name: string
  readonly before: 'allowed' | 'refused'
  readonly after: 'allowed' | 'refused'
  readonly why: string
}

export interface Replay {
  readonly requests: readonly ReplayedRequest[]
  /** Number of requests whose decision would change. */
  readonly newlyRefused: number
  readonly newlyAllowed: number
}

export interface WhoCanRequest {
  readonly users: readonly TrialUser[]
  readonly actions: readonly Omit<TrialAction, 'user'>[]
  readonly text: string | null
  readonly fresh?: boolean
}

export interface WhoCanCell {
  readonly allowed: boolean
  /** `some-names`: only if the object has one of `names`. */
  readonly outcome: 'allowed' | 'some-names' | 'denied' | 'no-rule' | 'failed'
  readonly why: string
  /** The authorizer that decided, empty for none. */
  readonly type: string
  readonly authorizer: string
  readonly names: readonly string[]
  /** A cached answer of a webhook was used. */
  readonly isCached: boolean
}

/** A row per user, a cell per action. */
export interface WhoCan {
  readonly rows: readonly {
    readonly user: string
    readonly cells: readonly WhoCanCell[]
  }[]
}
