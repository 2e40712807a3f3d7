import type { HostStatusStore } from '#facts/host-status.ts'
import type { TerminalStore } from '#facts/terminal.ts'
import type { ThemeStore } from '#ui/kit/theme-store.ts'
import type { ActorStore } from '#ui/model/actor.ts'
import type { Actor } from '#ui/model/api.ts'
import type { ServerClock } from '#ui/model/clock.ts'
import type { ClusterState } from '#ui/model/cluster-state.ts'
import type { LayoutStore } from '#ui/model/layout.ts'
import type { ObjectView } from '#ui/model/object-view.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import type { OverlayStore } from '#ui/model/overlay.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { SelectionStore } from '#ui/model/selection.ts'
import type { Way } from './routed-fetch.ts'
import type { Answering, SentListener } from './sent-listeners.ts'
import type { SentRequests } from '#ui/model/sent-requests.ts'
import type { Sent } from '#ui/model/sent-writes.ts'
import type { TimeCursor, TimeTravel } from '#ui/model/time-cursor.ts'
import type { Parts } from './part.ts'
import type { PartStates } from './part-state.ts'
import type { RoomsStore } from './rooms-store.ts'
import type { Wire } from './wire-store.ts'

/** Requests of parts to the server. */
interface LabRequests {
  /** `fetch` as the acting user. */
  readonly send: typeof fetch
  /** `fetch` as the page itself, for reads that the user did not request. */
  readonly read: typeof fetch
  /** `fetch` as another user, such as the controller that owns a finalizer. */
  sendAs(other: Actor): typeof fetch
  /** `fetch` as another user by the shortest way and without faults, for trials: a bench sends a hundred requests in a row. */
  sendToTrial(other: Actor): typeof fetch
  /** The faults that requests of `send` and `sendAs` meet on their way. */
  readonly wire: Wire
  /** The number of the user's writes that the server has stored. */
  readonly sent: ReadableStore<Sent>
  /** The user's requests from this page, with their bodies. */
  readonly sentRequests: SentRequests
  /** Calls `listener` with each request of the user and a copy of its answer, until the returned function is called. */
  listen(listener: SentListener): () => void
  /** Lets something else answer requests of the user, such as a recording, until the returned function is called. */
  answerBy(answering: Answering): () => void
  /** Lets the requests of the user take another way until the returned function is called. */
  route(way: Way): () => void
  /** Reports whether a write of the user is still waiting for its response. */
  isSending(): boolean
}

/** State of the server as the page has it. These stores follow the server by streams; parts only read them. */
interface LabServerState {
  /** Connection and storage of the process that serves this page. */
  readonly host: HostStatusStore
  /** The connection to a bridge for terminal clients; `null` where the server is not in this page. */
  readonly terminal: TerminalStore | null
  /** Facts: the log, requests, watches, clock. */
  readonly cluster: ReadableStore<ClusterState>
  /** All objects of all served kinds, live. */
  readonly objects: ReadableStore<ObjectsState>
  /** The revision that the page shows. */
  readonly cursor: ReadableStore<TimeCursor>
  /** Objects as of the cursor. */
  readonly view: ReadableStore<ObjectView>
  /** Moves the cursor. */
  readonly time: TimeTravel
  readonly clock: ServerClock
}

/** Choices of the user in the page. */
interface LabPersonState {
  /** The user that the page acts as. */
  readonly actor: ActorStore
  readonly selection: SelectionStore
  readonly layout: LayoutStore
  readonly theme: ThemeStore
  readonly overlay: OverlayStore
}

/** Everything that the parts of one page share. Views get it from `useLab()`. */
export interface Lab extends LabRequests, LabServerState, LabPersonState {
  readonly parts: Parts
  /** Read only by {@link partState}. */
  readonly partStates: PartStates
  readonly rooms: RoomsStore
  /** Opens a room by id; `lab` is the Lab itself. */
  goTo(room: string): void
}
