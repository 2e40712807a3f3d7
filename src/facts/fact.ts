import type { ResourceVersion } from '#api/revision.ts'
import type { ReloadOutcome } from './config-api.ts'
import type { TunnelTalk } from './tunnel-talk.ts'

/** Stages of a request in the order in which they run. */
export type Stage =
  | 'routing'
  | 'authentication'
  | 'authorization'
  | 'decode'
  | 'admission'
  | 'registry'
  | 'storage'
  | 'encode'

export interface StageReport {
  readonly stage: Stage
  readonly startMs: number
  readonly durationMs: number
  readonly outcome: 'passed' | 'skipped' | 'refused'
  /** The decision as text: `alice, by the page's transport`; `allowed: loop-back administrator`. */
  readonly note: string
}

/** The trace of a request, and whether it is sampled. */
export interface TraceOfRequest {
  readonly traceId: string
  readonly sampled: boolean
  readonly why: string
}

/**
 * One changed field of an object: `spec.replicas`, 3, 5. Values are JSON text; one of more than 64 characters is cut
 * around the first difference.
 */
export interface PathChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

export type WriteVerb = 'create' | 'update' | 'patch' | 'apply' | 'delete'

/** One write, as the Revisions panel and the rail show it. */
export interface RevisionRow {
  readonly revision: number
  readonly resourceVersion: ResourceVersion
  readonly timeMs: number
  readonly actor: string
  /** The program that wrote: field manager or User-Agent. */
  readonly manager: string
  /** The other host of a shared store that wrote, `''` if it is not known; absent for writes of this host. [ETC10] */
  readonly host?: string
  readonly verb: WriteVerb
  /** The change of the stored key. A DELETE with finalizers is an update that sets deletionTimestamp. */
  readonly effect: 'created' | 'updated' | 'deletion-requested' | 'finalizer-removed' | 'removed'
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** Revision that the author reacted to, as it said; 0 if it said none. */
  readonly cause: number
  /** Revision of the previous version, 0 if there was none. */
  readonly previous: number
  readonly bytes: number
  readonly changes: readonly PathChange[]
  /** Total number of changes; `changes` holds at most 8. */
  readonly changeCount: number
}

export interface WatchInfo {
  /** Number of the watch, for `/debug/watches/{id}`. */
  readonly id: number
  readonly url: string
  readonly actor: string
  readonly userAgent: string
  readonly group: string
  readonly resource: string
  readonly namespace: string
  readonly startMs: number
  /** Revision after which the stream began. */
  readonly startRevision: number
  readonly deliveredRevision: number
  readonly deliveredCount: number
  readonly queuedCount: number
  readonly bytes: number
  readonly bookmarks: boolean
}

export interface ContinueTokenInfo {
  readonly id: number
  readonly url: string
  readonly actor: string
  readonly group: string
  readonly resource: string
  readonly namespace: string
  /** Revision of the snapshot. */
  readonly revision: number
  /** The key at which the next page starts. */
  readonly startKey: string
  readonly token: string
  readonly pageCount: number
  readonly remaining: number | null
  readonly createdMs: number
  readonly state: 'live' | 'expired' | 'finished'
}

/** An event about the server, sent as one line of JSON on `/debug/facts`. Facts are never commands. */
export type Fact =
  | {
      readonly type: 'request-started'
      readonly id: number
      readonly timeMs: number
      readonly method: string
      readonly url: string
      readonly userAgent: string
    }
  | {
      readonly type: 'request-finished'
      readonly id: number
      readonly timeMs: number
      readonly method: string
      readonly url: string
      readonly verb: string
      readonly actor: string
      readonly userAgent: string
      readonly status: number
      readonly reason: string
      readonly durationMs: number
      readonly stages: readonly StageReport[]
      readonly bytesIn: number
      /** -1 for a stream, see the watch facts. */
      readonly bytesOut: number
      /** Revision that this request wrote, 0 if none. */
      readonly wrote: number
      readonly auditId: string
      /** Present if requests are traced. */
      readonly trace?: TraceOfRequest
      /** Audit annotations of admission plugins; absent when there are none. */
      readonly annotations?: Readonly<Record<string, string>>
    }
  | { readonly type: 'revision-written'; readonly row: RevisionRow }
  | { readonly type: 'compacted'; readonly revision: number; readonly timeMs: number }
  | { readonly type: 'watch-opened'; readonly watch: WatchInfo }
  /** At most four per second for one watch. */
  | { readonly type: 'watch-progress'; readonly watch: WatchInfo }
  | {
      readonly type: 'watch-closed'
      readonly watch: WatchInfo
      readonly why: 'client' | 'timeout' | 'slow' | 'expired' | 'server'
      readonly timeMs: number
    }
  | { readonly type: 'continue-token'; readonly token: ContinueTokenInfo }
  | { readonly type: 'storage'; readonly status: StorageStatus }
  | { readonly type: 'clock'; readonly clock: ClockStatus }
  | { readonly type: 'controller'; readonly controller: ControllerStatus }
  /** Feature gates were set, so other kinds may be served. */
  | { readonly type: 'features' }
  /** A configuration file was loaded, or refused. */
  | { readonly type: 'config-reload'; readonly reload: ReloadOutcome }
  /** One outbound call of the server, with its route. */
  | {
      readonly type: 'dial'
      readonly timeMs: number
      readonly durationMs: number
      /** Purpose of the connection: `authorization webhook`. */
      readonly what: string
      /** Host and port. */
      readonly destination: string
      readonly route: string
      readonly why: string
      /** The exchange with a proxy. */
      readonly talk: readonly TunnelTalk[]
      /** `''` if there was a response. */
      readonly error: string
    }
  | { readonly type: 'reset'; readonly timeMs: number }
  /** An internal error; the client received a bare 500. `auditId` is that of the request, if there was one. */
  | { readonly type: 'panic'; readonly message: string; readonly auditId?: string; readonly timeMs: number }

/** The end of a request. */
export type FinishedRequest = Extract<Fact, { readonly type: 'request-finished' }>

export interface ClockStatus {
  readonly nowMs: number
  readonly frozen: boolean
  /** Offset of the simulated clock from the real time. */
  readonly offsetMs: number
}

/** Something that acts by itself: a loop, the kubelet of a simulated node, or a stage of its pods. */
export interface ControllerStatus {
  readonly name: string
  /** Default: a loop. */
  readonly kind?: 'node' | 'stage'
  readonly paused: boolean
  readonly syncCount: number
  readonly lastSyncMs: number
  readonly lastError: string
  /** Number of keys or pods that wait for it. */
  readonly waiting?: number
  /** Additional delay before it acts, in milliseconds. Default: 0. */
  readonly delayMs?: number
  /** True if the actor is a simulated node whose kubelet has stopped reporting, so that the node counts as lost. */
  readonly silent?: boolean
  /** It was stopped, and is no longer there. */
  readonly gone?: true
}

export interface StorageStatus {
  readonly kind: string
  readonly state: 'open' | 'full' | 'fenced' | 'closed'
  readonly published: number
  readonly assigned: number
  readonly compacted: number
  readonly keyCount: number
  readonly versionCount: number
  readonly liveBytes: number
  readonly historyBytes: number
  readonly commits: readonly { readonly entries: number; readonly bytes: number; readonly ms: number }[]
  readonly disk: Readonly<Record<string, string | number>>
}
