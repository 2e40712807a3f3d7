import { createStore } from 'zustand/vanilla'
import type { ListMeta } from '#api/object-meta.ts'
import { Refusal, readRefusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { endsInitialEvents, errorOf, readEventLines, toLaneEvent } from './lane-events.ts'
import {
  addLane,
  changeLane,
  type Lane,
  type LaneSpec,
  laneTarget,
  type LanesState,
  noLanes,
  relisted,
  removeLane,
  reopened,
  withEvents,
} from './lanes-state.ts'

export interface Lanes {
  readonly store: ReadableStore<LanesState>
  /** Opens a watch. A client that stops after `eventsMax` events loses its connection then, and falls behind. */
  open(spec: LaneSpec, eventsMax?: number): void
  /** Ends the stream as a disconnecting client does; the lane stays and can be resumed. */
  cut(id: number): void
  /** Resumes from the last version seen. */
  resume(id: number): void
  /** Does what a client does after 410: lists, then watches from the list's version. */
  listAgain(id: number): void
  close(id: number): void
  /** Opens the streams of restored lanes that were open at the last visit. */
  reopen(): void
}

interface LanesOptions {
  readonly now?: () => number
  /** Returns the server's newest revision. */
  readonly newest?: () => number
  /** The lanes of the last visit. */
  readonly restored?: LanesState
}

/** Creates the store of the watches that this page opens for the user, each with its own stream. */
export function createLanes(fetcher: typeof fetch, options: LanesOptions = {}): Lanes {
  const { now = Date.now, newest = () => 0, restored = noLanes } = options
  const store = createStore<LanesState>(() => restored)
  const endings = new Map<number, AbortController>()
  const change = (id: number, how: (lane: Lane) => Lane) => store.setState((state) => changeLane(state, id, how))
  const find = (id: number) => store.getState().lanes.find((lane) => lane.id === id)
  const cut = (id: number): void => {
    change(id, (lane) => ({ ...lane, state: 'cut' }))
    endings.get(id)?.abort()
  }
  const run = (id: number, eventsMax = Infinity): void => {
    const lane = find(id)
    if (lane === undefined) return
    endings.get(id)?.abort()
    const ending = new AbortController()
    endings.set(id, ending)
    const own = { change: (how: (known: Lane) => Lane) => change(id, how), stop: () => cut(id) }
    void followLane({ lane, fetcher, now, eventsMax, signal: ending.signal, ...own })
  }
  return {
    store,
    open(spec, eventsMax) {
      const id = store.getState().nextId
      store.setState((state) => addLane(state, spec, newest()))
      run(id, eventsMax)
    },
    cut,
    resume(id) {
      change(id, reopened)
      run(id)
    },
    listAgain(id) {
      void listAgain(id).catch((error: unknown) => change(id, (lane) => ended(lane, error)))
    },
    close(id) {
      endings.get(id)?.abort()
      endings.delete(id)
      store.setState((state) => removeLane(state, id))
    },
    reopen() {
      for (const { id, state } of store.getState().lanes) if (state === 'opening' && !endings.has(id)) run(id)
    },
  }

  async function listAgain(id: number): Promise<void> {
    const lane = find(id)
    if (lane === undefined) return
    const query = new URLSearchParams({ limit: '1' })
    if (lane.spec.labelSelector !== '') query.set('labelSelector', lane.spec.labelSelector)
    if (lane.spec.fieldSelector !== '') query.set('fieldSelector', lane.spec.fieldSelector)
    const list = await getJson<{ metadata: ListMeta }>(fetcher, `${lane.spec.path}?${query}`)
    change(id, (known) => relisted(known, list.metadata.resourceVersion ?? ''))
    run(id)
  }
}

interface FollowLane {
  readonly lane: Lane
  readonly fetcher: typeof fetch
  readonly now: () => number
  readonly signal: AbortSignal
  /** The stream is left after this number of events. */
  readonly eventsMax: number
  readonly change: (how: (lane: Lane) => Lane) => void
  readonly stop: () => void
}

async function followLane({ lane, fetcher, now, signal, eventsMax, change, stop }: FollowLane): Promise<void> {
  try {
    const openTarget = laneTarget(lane)
    change((known) => ({ ...known, openTarget }))
    const response = await fetcher(openTarget, { signal })
    if (!response.ok || response.body === null) throw await readRefusal(response)
    change((known) => ({ ...known, state: 'open' }))
    let initial = lane.lastVersion === ''
    let left = eventsMax
    for await (const all of readEventLines(response.body)) {
      const lines = all.slice(0, left)
      left -= lines.length
      const error = lines.map(({ event }) => errorOf(event)).find((status) => status !== null) ?? null
      const events = lines.map((line) => {
        if (endsInitialEvents(line.event)) initial = false
        return toLaneEvent(line, now(), initial)
      })
      change((known) => withEvents(known, events, error))
      if (left === 0) return stop()
    }
    if (!signal.aborted) change((known) => (known.state === 'open' ? { ...known, state: 'ended' } : known))
  } catch (error) {
    if (!signal.aborted) change((known) => ended(known, error))
  }
}

function ended(lane: Lane, error: unknown): Lane {
  if (!(error instanceof Refusal)) return { ...lane, state: 'broken' }
  return { ...lane, state: error.status.code === 410 ? 'expired' : 'refused', status: error.status }
}
