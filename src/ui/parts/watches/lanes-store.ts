import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ListMeta } from '#api/object-meta.ts'
import type { CutPoint, EventReader } from '#client/event-reader.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { ended, followLane, type FollowLane } from './follow-lane.ts'
import { createPaceGate, type Pace, type PaceGate } from './lane-pace.ts'
import {
  addLane,
  changeLane,
  type Lane,
  type LaneSpec,
  type LanesState,
  noLanes,
  relisted,
  removeLane,
  reopened,
} from './lanes-state.ts'

export interface Lanes {
  readonly store: ReadableStore<LanesState>
  /** Opens a watch. A client that stops after `eventsMax` events loses its connection then, and falls behind. */
  open(spec: LaneSpec, eventsMax?: number): void
  /** Ends the stream as a disconnecting client does; the lane stays and can be resumed. */
  cut(id: number): void
  /** Breaks the connection at a point of what the client reads next. */
  cutAt(id: number, point: CutPoint): void
  /** Lets the client read all that comes, an event per second, or nothing. [WT12] */
  setPace(id: number, pace: Pace): void
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
  /** Runs what adds the events that came meanwhile. Default: at once. */
  readonly schedule?: (run: () => void) => void
}

/** The stream of a lane. */
interface Stream {
  readonly ending: AbortController
  readonly gate: PaceGate
  reader: EventReader | null
}

/** Creates the store of the watches that this page opens for the user, each with its own stream. */
export function createLanes(fetcher: typeof fetch, options: LanesOptions = {}): Lanes {
  const { now = Date.now, newest = () => 0, restored = noLanes, schedule } = options
  const store = createStore<LanesState>(() => restored)
  const { add, change } = laneChanges(store, schedule)
  const find = (id: number) => store.getState().lanes.find((lane) => lane.id === id)
  const streams = laneStreams({ fetcher, now, find, add, change })
  const { run, cut } = streams
  return {
    store,
    open(spec, eventsMax) {
      const id = store.getState().nextId
      store.setState((state) => addLane(state, spec, newest()))
      run(id, eventsMax)
    },
    cut,
    cutAt: (id, point) => streams.of(id)?.reader?.cutAt(point),
    setPace(id, pace) {
      change(id, (lane) => ({ ...lane, pace }))
      streams.of(id)?.gate.set(pace)
    },
    resume(id) {
      change(id, reopened)
      run(id)
    },
    listAgain(id) {
      void listAgain(id).catch((error: unknown) => change(id, (lane) => ended(lane, error)))
    },
    close(id) {
      streams.forget(id)
      store.setState((state) => removeLane(state, id))
    },
    reopen() {
      for (const { id, state } of store.getState().lanes)
        if (state === 'opening' && streams.of(id) === undefined) run(id)
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

interface StreamPorts extends Pick<FollowLane, 'fetcher' | 'now'> {
  readonly find: (id: number) => Lane | undefined
  readonly add: ChangeLane
  readonly change: ChangeLane
}

/** Opens and ends the streams of lanes, at most one for each. */
function laneStreams({ fetcher, now, find, add, change }: StreamPorts) {
  const streams = new Map<number, Stream>()
  const cut = (id: number): void => {
    change(id, (lane) => ({ ...lane, state: 'cut' }))
    streams.get(id)?.ending.abort()
  }
  return {
    of: (id: number) => streams.get(id),
    cut,
    forget(id: number): void {
      streams.get(id)?.ending.abort()
      streams.delete(id)
    },
    run(id: number, eventsMax = Infinity): void {
      const lane = find(id)
      if (lane === undefined) return
      streams.get(id)?.ending.abort()
      const stream: Stream = { ending: new AbortController(), gate: createPaceGate(lane.pace), reader: null }
      streams.set(id, stream)
      void followLane({
        lane,
        fetcher,
        now,
        eventsMax,
        signal: stream.ending.signal,
        gate: stream.gate,
        opened: (reader) => void (stream.reader = reader),
        change: (how) => change(id, how),
        add: (how) => add(id, how),
        stop: () => cut(id),
      })
    },
  }
}

type ChangeLane = (id: number, how: (lane: Lane) => Lane) => void

/** Returns how lanes change: by `change` at once, by `add` together with what others add until the next scheduled run. */
function laneChanges(
  store: Pick<StoreApi<LanesState>, 'setState'>,
  schedule: (run: () => void) => void = (run) => run(),
): { readonly add: ChangeLane; readonly change: ChangeLane } {
  const waiting = new Map<number, ((lane: Lane) => Lane)[]>()
  const flush = (): void => {
    if (waiting.size === 0) return
    const taken = new Map(waiting)
    waiting.clear()
    store.setState((state) => ({
      ...state,
      lanes: state.lanes.map((lane) => taken.get(lane.id)?.reduce((known, how) => how(known), lane) ?? lane),
    }))
  }
  return {
    add(id, how) {
      const isFirst = waiting.size === 0
      waiting.set(id, [...(waiting.get(id) ?? []), how])
      if (isFirst) schedule(flush)
    },
    change(id, how) {
      flush()
      store.setState((state) => changeLane(state, id, how))
    },
  }
}
