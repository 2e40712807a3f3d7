import type { HostStatusStore } from '#facts/host-status.ts'
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
import type { SentRequests } from '#ui/model/sent-requests.ts'
import type { Sent } from '#ui/model/sent-writes.ts'
import type { TimeCursor, TimeTravel } from '#ui/model/time-cursor.ts'
import type { Parts } from './part.ts'
import type { PartStates } from './part-state.ts'
import type { RoomsStore } from './rooms-store.ts'

/** How parts talk to the server. */
interface LabRequests {
  /** `fetch` as the person at the page. */
  readonly send: typeof fetch
  /** `fetch` as the page itself, for reads that the person did not ask for. */
  readonly read: typeof fetch
  /** `fetch` as somebody else, such as the controller that holds a finalizer. */
  sendAs(other: Actor): typeof fetch
  /** How many writes of the person the server has stored. */
  readonly sent: ReadableStore<Sent>
  /** What the person sent from this page, with the bodies. */
  readonly sentRequests: SentRequests
  /** Whether a write of the person has not been answered yet. */
  isSending(): boolean
}

/** What is known of the server. These stores follow it by streams; parts only read them. */
interface LabServerState {
  /** Connection and storage of the process that serves this page. */
  readonly host: HostStatusStore
  /** Facts: the log, requests, watches, clock. */
  readonly cluster: ReadableStore<ClusterState>
  /** All objects of all served kinds, live. */
  readonly objects: ReadableStore<ObjectsState>
  /** The moment that the page shows. */
  readonly cursor: ReadableStore<TimeCursor>
  /** Objects as of the cursor. */
  readonly view: ReadableStore<ObjectView>
  /** Moves the cursor. */
  readonly time: TimeTravel
  readonly clock: ServerClock
}

/** What the person chose in the page. */
interface LabPersonState {
  /** On whose behalf the person acts. */
  readonly actor: ActorStore
  readonly selection: SelectionStore
  readonly layout: LayoutStore
  readonly theme: ThemeStore
  readonly overlay: OverlayStore
}

/** Everything that the parts of one page share. Views get it from `useLab()`. */
export interface Lab extends LabRequests, LabServerState, LabPersonState {
  readonly parts: Parts
  /** Read by {@link partState} only. */
  readonly partStates: PartStates
  readonly rooms: RoomsStore
  /** Opens a room by id; `lab` is the Lab itself. */
  goTo(room: string): void
}
