import type { HostStatusStore } from '#facts/host-status.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { TerminalStore } from '#facts/terminal.ts'
import { createThemeStore } from '#ui/kit/theme-store.ts'
import { createActorStore } from '#ui/model/actor.ts'
import { actingAs, type Actor, asThePage } from '#ui/model/api.ts'
import { createWire, ownClient } from './wire-store.ts'
import { createServerClock } from '#ui/model/clock.ts'
import { type ClusterStore, createClusterStore, followFacts } from '#ui/model/cluster.ts'
import { afterPaint, createDrawing, createOpening, type FirstDrawing } from '#ui/model/frame.ts'
import { createLayoutStore } from '#ui/model/layout.ts'
import { createObjectViewStore } from '#ui/model/object-view.ts'
import { createObjectsStore, followObjects, type ObjectsStore } from '#ui/model/objects.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import { createOverlayStore } from '#ui/model/overlay.ts'
import { createSelectionStore } from '#ui/model/selection.ts'
import { pastRequests } from './page/past-requests.ts'
import { createRoutedFetch } from './routed-fetch.ts'
import { createListenedFetch } from './sent-listeners.ts'
import { createSentWrites } from '#ui/model/sent-writes.ts'
import { createTimeCursorStore, createTimeTravel } from '#ui/model/time-cursor.ts'
import type { Lab } from './lab.ts'
import type { Parts } from './part.ts'
import { createRoomsStore } from './rooms-store.ts'

export interface RunningLab {
  readonly lab: Lab
  /**
   * Follows facts and objects until `signal` is aborted. `first` schedules the first drawing. Resolves once it is drawn.
   */
  start(signal: AbortSignal, first?: FirstDrawing): Promise<void>
}

/** Two ways to the same server. */
export interface Ways {
  /** For the requests of the acting person: the way of every `fetch` in the page. */
  readonly fetch: typeof fetch
  /** For what the page reads, follows and tries by itself: the shortest way, without a service worker. [TR7] */
  readonly read: typeof fetch
  /** The user that requests have by themselves; absent where the page may be anybody. */
  readonly owner?: Actor
}

/** Creates the stores of a page. Sends no request before `start` is called. */
export function createLab(
  ways: Ways,
  host: HostStatusStore,
  parts: Parts,
  terminal: TerminalStore | null = null,
): RunningLab {
  const actor = createActorStore(ways.owner)
  const read = actingAs(ways.read, () => asThePage)
  const wire = createWire()
  const routed = createRoutedFetch(ways.fetch)
  const asPerson = actingAs(routed.send, () => actor.getState())
  const listened = createListenedFetch(wire.through(asPerson, ownClient))
  const { send, sent, requests, isSending } = createSentWrites(listened.send)
  const cluster = createClusterStore()
  const objects = createObjectsStore()
  const cursor = createTimeCursorStore()
  const rooms = createRoomsStore(parts.rooms)
  const lab: Lab = {
    host,
    terminal,
    parts,
    partStates: new Map(),
    rooms,
    goTo: (room) => void rooms.open(room),
    send,
    read,
    sendAs: (other) => wire.through(asOther(ways.fetch, other), other.name),
    sendToTrial: (other) => asOther(ways.read, other),
    wire,
    sent,
    sentRequests: requests,
    listen: (listener) => listened.listen(listener),
    answerBy: (answering) => listened.answerBy(answering),
    route: (way) => routed.route(way),
    isSending,
    actor,
    cluster,
    objects,
    cursor,
    view: createObjectViewStore(objects, cursor),
    time: createTimeTravel(cursor, read),
    clock: createServerClock(cluster, read),
    selection: createSelectionStore(),
    layout: createLayoutStore(),
    theme: createThemeStore(),
    overlay: createOverlayStore(),
  }
  return {
    lab,
    start: (signal, first) => followServer(lab, { cluster, objects }, signal, first),
  }
}

/** Follows facts and objects. One drawing for both, so that a write is drawn once: its fact and its object together. */
function followServer(
  lab: Lab,
  { cluster, objects }: { readonly cluster: ClusterStore; readonly objects: ObjectsStore },
  signal: AbortSignal,
  first?: FirstDrawing,
): Promise<void> {
  const opening = createOpening(2, createDrawing(), first, afterPaint)
  const show = (run: () => void): void => {
    opening.set(run)
    opening.ready()
  }
  void followFacts(cluster, lab.read, signal, { draw: opening.draw, show, past: pastRequests() })
  lab.clock.start(signal)
  followCluster(lab, followObjects(objects, lab.read, signal, opening), signal)
  return opening.opened
}

const asOther = (fetcher: typeof fetch, other: Actor): typeof fetch => actingAs(fetcher, () => other)

/**
 * Reads the kinds and objects at once, beside the facts, and again when the server's data or the served kinds change; the
 * displayed revision also when the connection does.
 */
function followCluster(lab: Lab, following: ReturnType<typeof followObjects>, signal: AbortSignal): void {
  const { cluster, objects, cursor, time } = lab
  let isOpen = false
  const stop = cluster.subscribe((state, before) => {
    if (state.published !== before.published && cursor.getState().refused !== null) time.retry()
    if (!isOpen && state.connection === 'open') {
      isOpen = true
      time.retry()
      if (!isDiscovered(state.rows, objects.getState())) void following.rediscover()
    } else if (state.generation !== before.generation) {
      time.forget()
      void following.restart()
    } else if (changesKinds(state.rows, before.rows) || state.gatesSet !== before.gatesSet) void following.rediscover()
  })
  signal.addEventListener('abort', stop)
  void following.rediscover()
}

/**
 * Reports whether the kinds of all CustomResourceDefinitions that were written are known. One that was written after the
 * kinds were read, and before the facts, is not.
 */
function isDiscovered(rows: readonly RevisionRow[], { discovered, collections }: ObjectsState): boolean {
  const known = new Set([...collections.values()].map(({ resource: { resource, group } }) => `${resource}.${group}`))
  return discovered && rows.every(({ resource, name }) => resource !== 'customresourcedefinitions' || known.has(name))
}

/** Reports whether a new row writes a CustomResourceDefinition, so that discovery has changed. */
function changesKinds(rows: readonly { readonly resource: string }[], before: readonly unknown[]): boolean {
  return (
    rows.length > before.length &&
    rows.slice(before.length).some(({ resource }) => resource === 'customresourcedefinitions')
  )
}
