import type { ClusterWords } from './clusters-api.ts'
import type { FinishedRequest } from './fact.ts'
import type { WorldState } from './world-api.ts'

/** One write of a moment. Its value is the stored JSON text; `null` deletes. */
export interface MomentEntry {
  readonly revision: number
  readonly key: string
  readonly value: string | null
  readonly timeMs: number
  readonly author: { readonly actor: string; readonly verb: string; readonly manager: string }
}

/** The content of a cluster's log up to a revision, as links and files carry it. */
export interface Moment {
  readonly title: string
  /** The words of its API groups and labels. */
  readonly vocabulary: ClusterWords
  /** The newest revision. */
  readonly revision: number
  /** The newest revision that cannot be read: the entries up to the one after it are the state there. */
  readonly compacted: number
  /** The server's time. */
  readonly nowMs: number
  readonly isFrozen: boolean
  /** `own`: objects that every server makes for itself are left out where they were not changed. */
  readonly seed: 'own' | 'none'
  /** Keys of such objects that do not exist at the oldest readable revision. */
  readonly without: readonly string[]
  /** In the order of their revisions. */
  readonly entries: readonly MomentEntry[]
}

/** Counts what was removed from a moment, for the person who shares it. */
export interface LeftOut {
  /** Objects with values that were emptied. */
  readonly objects: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[]
  /** Kinds with confidential fields: bodies of requests for them, and drafts of them, are not shared either. */
  readonly kinds: readonly string[]
  readonly tokens: number
  readonly privateKeys: number
}

/** The answer of `GET /debug/clusters/NAME/moment`. */
export interface DebugMoment {
  readonly moment: Moment
  readonly leftOut: LeftOut
}

/** The shown room, panels, selection and revision, named as in the address of the page. */
export interface MomentView {
  readonly room: string
  readonly dock: string
  readonly work: string
  /** Resource id as in discovery, namespace and name. */
  readonly object: { readonly resourceId: string; readonly namespace: string; readonly name: string } | null
  /** `null` is live. */
  readonly at: number | null
}

/** A request that a step of a presentation sends as a dry run. */
export interface MomentSend {
  readonly method: string
  /** Path and query, of the API. */
  readonly target: string
  readonly contentType: string
  /** `''` for none. */
  readonly body: string
  readonly as: string
  readonly groups: readonly string[]
}

/** One step of a presentation. */
export interface MomentStep {
  readonly title: string
  readonly text: string
  readonly notes: string
  /** The question to the room; absent without one. [PR7] */
  readonly question?: string
  readonly send?: MomentSend
  readonly at: number | null
  readonly object: MomentView['object']
}

/** A watch that was open, with the version from which it goes on. */
export interface MomentWatch {
  readonly name: string
  /** Path of a collection, without query. */
  readonly path: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly bookmarks: boolean
  /** The last version that it delivered; `''` before the first event. */
  readonly lastVersion: string
}

/** A play of one of the page's own lessons on the moment's cluster. */
export interface MomentLesson {
  readonly id: string
  /** Index of the step. */
  readonly step: number
  /** The requests that others send in the step were sent. */
  readonly isBegun: boolean
  /** Objects up to this revision are the server's own. */
  readonly base: number
  /** JSON of the values that earlier steps kept, by name. */
  readonly kept: Readonly<Record<string, string>>
}

/** Simulated clients as YAML texts. They rest until the person starts them. */
export interface MomentActors {
  /** Texts of the sample's actors that were changed, by id. */
  readonly texts: Readonly<Record<string, string>>
  /** Texts of the actors that were added. */
  readonly own: readonly string[]
}

/** A request that was answered before the moment, without bodies. */
export type MomentRequest = Omit<FinishedRequest, 'type' | 'id' | 'stages' | 'auditId' | 'trace' | 'annotations'>

export type MomentMode = 'edit' | 'read-only' | 'present'

export const momentModes: readonly MomentMode[] = ['edit', 'read-only', 'present']

/** The parts of a page's world that are shared. Its keys are not. */
export type MomentWorld = Pick<WorldState, 'faults' | 'files'> & {
  readonly authorizers: readonly Pick<WorldState['authorizers'][number], 'name' | 'rules'>[]
  readonly admission: readonly Pick<WorldState['admission'][number], 'name' | 'rules'>[]
}

/** Everything that a link or a file carries. */
export interface SharedMoment {
  readonly mode: MomentMode
  readonly moment: Moment
  readonly view: MomentView | null
  /** Texts of configuration files by the room's id of the file: drafts until the person reloads them. */
  readonly files: Readonly<Record<string, string>>
  /** Unsaved texts of objects, by their key in the page. */
  readonly drafts: Readonly<Record<string, string>>
  readonly world: MomentWorld | null
  readonly steps: readonly MomentStep[]
  readonly watches: readonly MomentWatch[]
  /** The log of requests, oldest first; absent if it was not shared. [SH15] */
  readonly requests?: readonly MomentRequest[]
  /** The lesson that is played on the cluster; absent without one. [SH16] */
  readonly lesson?: MomentLesson
  /** The simulated clients that the person edited or added; absent without any. [SH17] */
  readonly actors?: MomentActors
}
