import type { BodyEdit } from '#api/bodies/made-body.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type {
  ClockStatus,
  ContinueTokenInfo,
  ControllerStatus,
  Fact,
  RevisionRow,
  StorageStatus,
  WatchInfo,
} from './fact.ts'

/*
 * The introspection and simulator surface, under `/debug/`. On in the page, off in Node unless `--debug`; behind the
 * same filters as all requests. Every answer is JSON; refusals are Status objects.
 *
 * GET  /debug/facts[?replay=N]        Fact as JSON lines, endless; first the last N facts kept (default 0, at most 1000)
 * GET  /debug/log[?after=R&limit=N&key=K]   DebugLog, oldest first
 * GET  /debug/log/R                   DebugRevision: one write with the object before and after
 * GET  /debug/objects?at=R[&since=S]  DebugObjects: everything as it was at revision R, or the difference from revision S
 * GET  /debug/keys?prefix=K&limit=N   DebugKeys: the store as etcd sees it
 * GET  /debug/watches                 DebugWatches;  DELETE /debug/watches/ID cuts one
 * GET  /debug/tokens                  DebugTokens
 * GET  /debug/storage                 StorageStatus
 * POST /debug/compact                 {"revision"?: n}, default: the newest; history at or below it is gone. Answers StorageStatus
 * POST /debug/put-back                {"key", "at"}: stores the object of a key again, as it was at a revision. Answers DebugPutBack
 * POST /debug/in-turn                 DebugSentRequests: sends requests to the API one after the other. Answers DebugAnswers
 * GET  /debug/clock                   ClockStatus;  POST {"advanceMs"?: n, "frozen"?: boolean}
 * GET  /debug/controllers             DebugControllers;  POST /debug/controllers/NAME {"paused"?, "step"?, "delayMs"?, "silent"?}
 * GET  /debug/scheduling?namespace=N&name=P   SchedulingDecision: the last run of the scheduler for a pod
 * GET  /debug/life                    LifeStatus;  POST {"running"?: boolean, "nodes"?: n}: loops and simulated nodes start or stop
 * GET  /debug/watch-cache             WatchCacheStatus;  POST {"lagMs": n}: how much later than the store it knows
 * GET  /debug/features               DebugFeatures;  PUT {"NAME": boolean, …} sets gates, all or none. Answers DebugFeatures
 * POST /debug/reset                   forgets everything, seeds the first namespaces again; revisions go on
 * GET  /debug/samples                 DebugSamples;  POST {"id"} replaces everything by that sample with its history. Answers StorageStatus
 * GET  /debug/snapshot                DebugSnapshot (download);  POST the same imports it after a reset
 * GET  /debug/protobuf?apiVersion=V&kind=K   DebugProtobuf: the numbers and names of the message of a kind
 * GET  /debug/requests[?limit=N]      DebugRequests: the last finished requests kept, oldest first
 */

export interface DebugLog {
  readonly rows: readonly RevisionRow[]
  readonly published: number
  readonly compacted: number
}

export interface DebugRevision {
  readonly row: RevisionRow
  readonly before: ApiObject | null
  readonly after: ApiObject | null
}

export interface DebugPutBack {
  /** The revision that the key has now. */
  readonly revision: number
}

export const PUT_BACK_PATH = '/debug/put-back'

/** A request to the API, or to put an object back. */
export interface DebugSentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** `''` for none. */
  readonly body: string
  /** Changes of the JSON body by earlier answers of the list. */
  readonly edits?: readonly BodyEdit[]
  /** An answer of 2xx comes without its text. */
  readonly isBrief?: boolean
}

export interface DebugSentRequests {
  readonly requests: readonly DebugSentRequest[]
}

export interface DebugAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

export interface DebugAnswers {
  /** In the order of the requests. */
  readonly answers: readonly DebugAnswer[]
}

export interface DebugObjects {
  readonly revision: number
  readonly items: readonly ApiObject[]
  /** The revision from which `items` differ; absent: `items` are all objects. */
  readonly since?: number
  /** The uids of objects that existed at `since` and not at `revision`. */
  readonly removed?: readonly string[]
}

export interface DebugKey {
  readonly key: string
  readonly created: number
  readonly modified: number
  readonly versionsKept: number
  readonly bytes: number
  /** A tombstone that is not compacted yet. */
  readonly deleted: boolean
}

export interface DebugKeys {
  readonly keys: readonly DebugKey[]
  readonly total: number
}

export interface DebugWatches {
  readonly watches: readonly WatchInfo[]
}

export interface DebugTokens {
  readonly tokens: readonly ContinueTokenInfo[]
}

export interface DebugControllers {
  readonly controllers: readonly ControllerStatus[]
}

export interface LifeStatus {
  /** True if the loops of the controller manager, the scheduler and the simulated nodes run. */
  readonly running: boolean
  readonly nodes: number
}

export interface WatchCacheStatus {
  readonly lagMs: number
  /** Newest revision in the cache. */
  readonly revision: number
  /** Newest revision of the store. */
  readonly newest: number
}

/** A feature gate, as `--feature-gates` names it. */
export interface FeatureGate {
  readonly name: string
  /** Version of the reference that introduced this maturity. */
  readonly since: string
  readonly stage: 'ALPHA' | 'BETA' | 'GA'
  readonly enabled: boolean
  readonly default: boolean
  /** The gate cannot be changed. */
  readonly locked: boolean
}

export interface DebugFeatures {
  readonly features: readonly FeatureGate[]
}

export interface DebugSnapshot {
  readonly format: 'orchard-snapshot/1'
  readonly takenMs: number
  readonly revision: number
  /** With kind and apiVersion, in key order. */
  readonly objects: readonly ApiObject[]
}

/** A cluster that can replace the current one. */
export interface SampleInfo {
  readonly id: string
  readonly title: string
  /** A short description of the content. */
  readonly words: string
  /** The object to look at first: resource id as in discovery (`apps.v1.deployments`), namespace, name. */
  readonly first: { readonly resourceId: string; readonly namespace: string; readonly name: string }
}

export interface DebugSamples {
  readonly samples: readonly SampleInfo[]
}

export interface DebugRequests {
  readonly requests: readonly Extract<Fact, { type: 'request-finished' }>[]
}

export type { ClockStatus, StorageStatus }

/** Header in which the page's transport sends the acting user; comma-separated groups are in the second one. */
export const ACTING_AS_HEADER = 'x-orchard-acting-as'
export const ACTING_AS_GROUPS_HEADER = 'x-orchard-acting-as-groups'
export const ACTING_AS_UID_HEADER = 'x-orchard-acting-as-uid'
/** Header in which a client that reacts to a change names its revision: it is kept with the author of a write. [LC6] */
export const CAUSE_HEADER = 'x-orchard-cause'
/** Marks requests of terminal clients that reach the page by the bridge: they are who their credential says. [BR4] */
export const TERMINAL_HEADER = 'x-orchard-terminal'
/** Header on every answer of a server that runs with `/debug/`: id of the request in facts. */
export const REQUEST_ID_HEADER = 'x-orchard-request-id'

/** One field of a message. */
export interface DebugProtobufField {
  readonly name: string
  /** A scalar of the schema, `message`, or `map` with string keys. */
  readonly type: string
  /** For a `message`: its name in {@link DebugProtobuf.messages}. */
  readonly message?: string
  readonly repeated?: true
  /** For a `map`: its values. */
  readonly values?: DebugProtobufField
}

/** The protobuf layout of a kind's objects. */
export interface DebugProtobuf {
  readonly message: string
  /** By message name: fields by number. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, DebugProtobufField>>>>
}
