import { createStore, type StoreApi } from 'zustand/vanilla'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { HostStatusStore } from '#facts/host-status.ts'
import type { Parts } from './part.ts'
import { createActorStore } from '#ui/model/actor.ts'
import { createRoomsStore, openRoom } from './room.ts'
import { actingAs, type Actor, pageActor } from '#ui/model/api.ts'
import { createServerClock } from '#ui/model/clock.ts'
import { createClusterStore, followFacts } from '#ui/model/cluster.ts'
import { createLayoutStore } from '#ui/model/layout.ts'
import { createObjectViewStore } from '#ui/model/object-view.ts'
import { createObjectsStore, followObjects } from '#ui/model/objects.ts'
import { SentRequests } from '#ui/model/sent-requests.ts'
import { createSelectionStore } from '#ui/model/selection.ts'
import { createTimeCursorStore, createTimeTravel } from '#ui/model/time-cursor.ts'
import { createThemeStore } from '#ui/kit/theme.ts'

/** What floats over the page: at most one thing at a time, by id. */
export interface Overlay {
  /** `palette`, `keys`, or the id of a sheet of `shell/parts.ts`; `null` for none. */
  readonly open: string | null
  /** Text the palette begins with. */
  readonly query: string
  /** The server's words when it refused what the page asked for; `''` for none. */
  readonly refusal: string
}

/** Starts a store of what floats. */
const createOverlayStore = (): StoreApi<Overlay> => createStore<Overlay>(() => ({ open: null, query: '', refusal: '' }))

/** What the person did from this page. */
export interface Sent {
  readonly writeCount: number
}

/** Counts the writes that were stored, keeps what was sent, and knows whether one is on its way. */
function countWrites(fetcher: typeof fetch, sent: StoreApi<Sent>, kept: SentRequests) {
  let underWay = 0
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') return fetcher(request)
    const { pathname, search, searchParams } = new URL(request.url)
    const headers = [...request.headers]
    underWay += 1
    try {
      const response = await fetcher(request)
      kept.keep(Number(response.headers.get(REQUEST_ID_HEADER) ?? 0), {
        method: request.method,
        target: `${pathname}${search}`,
        headers,
        body: typeof init?.body === 'string' ? init.body : '',
      })
      // A dry run stores nothing.
      if (response.ok && !searchParams.has('dryRun'))
        sent.setState(({ writeCount }) => ({ writeCount: writeCount + 1 }))
      return response
    } finally {
      underWay -= 1
    }
  }
  return { send, isSending: () => underWay > 0 }
}

const asThePage: Actor = { name: pageActor, groups: ['system:masters', 'system:authenticated'] }

/** Makes everything the Lab's parts share. `start` begins to follow the server. */
export function createLab(apiFetch: typeof fetch, host: HostStatusStore, parts: Parts) {
  const actor = createActorStore()
  const sent = createStore<Sent>(() => ({ writeCount: 0 }))
  const sentRequests = new SentRequests()
  const { send, isSending } = countWrites(
    actingAs(apiFetch, () => actor.getState()),
    sent,
    sentRequests,
  )
  const read = actingAs(apiFetch, () => asThePage)
  const cluster = createClusterStore()
  const objects = createObjectsStore()
  const cursor = createTimeCursorStore()
  const rooms = createRoomsStore()
  return {
    host,
    parts,
    rooms,
    /** Opens a room by id; `lab` is the Lab itself. */
    goTo: (room: string): void => void openRoom(rooms, parts.rooms, room),
    /** `fetch` as the person at the page. */
    send,
    /** How often the person wrote from this page. */
    sent,
    /** What the person sent from this page, with the bodies. */
    sentRequests,
    isSending,
    /** `fetch` as the page itself: its reads are not the person's. */
    read,
    /** `fetch` as somebody else, as a finalizer's holder. */
    sendAs: (other: Actor): typeof fetch => actingAs(apiFetch, () => other),
    actor,
    cluster,
    objects,
    cursor,
    /** Objects as of the cursor. */
    view: createObjectViewStore(objects, cursor),
    time: createTimeTravel(cursor, read),
    clock: createServerClock(cluster, read),
    selection: createSelectionStore(),
    layout: createLayoutStore(),
    theme: createThemeStore(),
    overlay: createOverlayStore(),
  }
}

export type Lab = ReturnType<typeof createLab>

/** Follows facts and objects until `signal` is aborted. */
export function startLab(lab: Lab, signal: AbortSignal): void {
  const { cluster, objects, read, time } = lab
  void followFacts(cluster, read, signal)
  lab.clock.start(signal)
  const following = followObjects(objects, read, signal)
  let begun = false
  const stop = cluster.subscribe((state, before) => {
    if (state.published !== before.published && lab.cursor.getState().refused !== null) time.retry()
    if (!begun && state.connection === 'open') {
      begun = true
      time.retry()
      void following.rediscover()
    } else if (state.generation !== before.generation) {
      time.forget()
      void following.restart()
    } else if (addsKinds(state.rows, before.rows)) void following.rediscover()
  })
  signal.addEventListener('abort', stop)
}

/** A definition of a custom resource came, changed or went: discovery has something new to say. */
function addsKinds(rows: readonly { readonly resource: string }[], before: readonly unknown[]): boolean {
  return (
    rows.length > before.length &&
    rows.slice(before.length).some(({ resource }) => resource === 'customresourcedefinitions')
  )
}
