import type { HostStatusStore } from '#facts/host-status.ts'
import type { TerminalStore } from '#facts/terminal.ts'
import { createThemeStore } from '#ui/kit/theme-store.ts'
import { createActorStore } from '#ui/model/actor.ts'
import { actingAs, type Actor, asThePage } from '#ui/model/api.ts'
import { createWire, ownClient } from './wire-store.ts'
import { createServerClock } from '#ui/model/clock.ts'
import { createClusterStore, followFacts } from '#ui/model/cluster.ts'
import { createDrawing } from '#ui/model/frame.ts'
import { createLayoutStore } from '#ui/model/layout.ts'
import { createObjectViewStore } from '#ui/model/object-view.ts'
import { createObjectsStore, followObjects } from '#ui/model/objects.ts'
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
  /** Follows facts and objects until `signal` is aborted. */
  start(signal: AbortSignal): void
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
    start(signal) {
      // One for both streams, so that a write is drawn once: its fact and its object together.
      const draw = createDrawing()
      void followFacts(cluster, read, signal, { draw, past: pastRequests() })
      lab.clock.start(signal)
      followCluster(lab, followObjects(objects, read, signal, draw), signal)
    },
  }
}

const asOther = (fetcher: typeof fetch, other: Actor): typeof fetch => actingAs(fetcher, () => other)

/** Reads objects and the displayed revision again when the connection, the server's data or the served kinds change. */
function followCluster(lab: Lab, following: ReturnType<typeof followObjects>, signal: AbortSignal): void {
  const { cluster, cursor, time } = lab
  let isStarted = false
  const stop = cluster.subscribe((state, before) => {
    if (state.published !== before.published && cursor.getState().refused !== null) time.retry()
    if (!isStarted && state.connection === 'open') {
      isStarted = true
      time.retry()
      void following.rediscover()
    } else if (state.generation !== before.generation) {
      time.forget()
      void following.restart()
    } else if (changesKinds(state.rows, before.rows)) void following.rediscover()
  })
  signal.addEventListener('abort', stop)
}

/** Reports whether a new row writes a CustomResourceDefinition, so that discovery has changed. */
function changesKinds(rows: readonly { readonly resource: string }[], before: readonly unknown[]): boolean {
  return (
    rows.length > before.length &&
    rows.slice(before.length).some(({ resource }) => resource === 'customresourcedefinitions')
  )
}
