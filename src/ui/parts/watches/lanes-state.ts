import type { Status } from '#api/status.ts'
import type { Pace } from './lane-pace.ts'

/** The three start modes of a watch (resource version semantics). */
export type StartMode = 'most-recent' | 'any' | 'exact'

/** The options with which the user opened a watch. */
export interface LaneSpec {
  /** Chosen by the user; `''` for none. */
  readonly name: string
  /** Path of a collection without query. */
  readonly path: string
  readonly start: StartMode
  /** For `exact`: delivers changes after this version. */
  readonly resourceVersion: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly bookmarks: boolean
}

export interface LaneEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly resourceVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly bytes: number
  readonly timeMs: number
  /** Belongs to the initial state: delivered before the first live change. */
  readonly initial: boolean
}

/** One watch that this page opened. */
export interface Lane {
  readonly id: number
  /** A to Z, then A2 …; also shown on the rail's flag. */
  readonly letter: string
  readonly spec: LaneSpec
  readonly state: 'opening' | 'open' | 'cut' | 'ended' | 'expired' | 'refused' | 'broken'
  readonly pace: Pace
  /** Bytes of an event in whose middle the connection broke; 0 for none. */
  readonly discarded: number
  /** The last events, oldest first, at most {@link eventsMax}. */
  readonly events: readonly LaneEvent[]
  readonly eventCount: number
  readonly bytes: number
  /** The last version seen, from which a resumed stream starts. `''` before the first event. */
  readonly lastVersion: string
  /** The server's Status when it refused or expired the watch. */
  readonly status: Status | null
  /** Number of times the stream was opened. */
  readonly openings: number
  /** Path and query of the last request; `''` before the first. */
  readonly openTarget: string
  /** The revision after which the stream first began; 0 when it is not known. */
  readonly openedAt: number
}

export interface LanesState {
  readonly lanes: readonly Lane[]
  readonly nextId: number
}

export const noLanes: LanesState = { lanes: [], nextId: 1 }
export const eventsMax = 2000

/** Returns the letter of a lane: `A` to `Z`, then `A2`. */
export const laneLetter = (id: number): string => {
  const round = Math.floor((id - 1) / 26)
  return `${String.fromCharCode(65 + ((id - 1) % 26))}${round === 0 ? '' : round + 1}`
}

/** A lane as it is saved for the next visit: without its events, which belong to a stream that has ended. */
export type SavedLane = Pick<Lane, 'spec' | 'state' | 'lastVersion' | 'status' | 'openedAt'> &
  Partial<Pick<Lane, 'pace'>>

/** Returns lanes as they are saved. [WT11] */
export const savedLanes = (lanes: readonly Lane[]): readonly SavedLane[] =>
  lanes.map(({ spec, state, pace, lastVersion, status, openedAt }) => ({
    spec,
    state,
    pace,
    lastVersion,
    status,
    openedAt,
  }))

/** Returns the lanes of the last visit. Those that were open, or whose connection broke, are `opening`: they go on from the version they saw. [WT11] */
export function restoredLanes(saved: readonly SavedLane[]): LanesState {
  const lanes = saved.map((lane, at): Lane => ({
    ...lane,
    id: at + 1,
    letter: laneLetter(at + 1),
    state: lane.state === 'open' || lane.state === 'broken' ? 'opening' : lane.state,
    pace: lane.pace ?? 'full',
    discarded: 0,
    events: [],
    eventCount: 0,
    bytes: 0,
    openings: 1,
    openTarget: '',
  }))
  return { lanes, nextId: lanes.length + 1 }
}

/** Adds a lane. `newest` is the newest revision at this time, where a stream begins that names no version. */
export function addLane(state: LanesState, spec: LaneSpec, newest = 0): LanesState {
  const id = state.nextId
  const lane: Lane = {
    id,
    letter: laneLetter(id),
    spec,
    state: 'opening',
    pace: 'full',
    discarded: 0,
    events: [],
    eventCount: 0,
    bytes: 0,
    lastVersion: spec.start === 'exact' ? spec.resourceVersion : '',
    status: null,
    openings: 1,
    openTarget: '',
    openedAt: spec.start === 'exact' ? Number(spec.resourceVersion) || 0 : newest,
  }
  return { lanes: [...state.lanes, lane], nextId: id + 1 }
}

export const removeLane = (state: LanesState, id: number): LanesState => ({
  ...state,
  lanes: state.lanes.filter((lane) => lane.id !== id),
})

export const changeLane = (state: LanesState, id: number, change: (lane: Lane) => Lane): LanesState => ({
  ...state,
  lanes: state.lanes.map((lane) => (lane.id === id ? change(lane) : lane)),
})

/** Adds the events of one chunk. An ERROR event with code 410 marks the lane as expired. [WT1] */
export function withEvents(lane: Lane, events: readonly LaneEvent[], error: Status | null): Lane {
  const last = events.findLast((event) => event.resourceVersion !== '')
  const bytes = events.reduce((sum, event) => sum + event.bytes, lane.bytes)
  const kept = events.filter((event) => event.type !== 'ERROR')
  return {
    ...lane,
    events: [...lane.events, ...kept].slice(-eventsMax),
    eventCount: lane.eventCount + kept.length,
    bytes,
    lastVersion: last?.resourceVersion ?? lane.lastVersion,
    ...(error === null ? {} : { state: error.code === 410 ? 'expired' : 'refused', status: error }),
  }
}

/** Returns the lane while its stream is reopened from the last version it saw. */
export const reopened = (lane: Lane): Lane => ({ ...lane, state: 'opening', status: null, openings: lane.openings + 1 })

/**
 * Returns the lane after its client listed again: the old events are dropped and the watch starts from the list's
 * version.
 */
export const relisted = (lane: Lane, resourceVersion: string): Lane => ({
  ...reopened(lane),
  events: [],
  lastVersion: resourceVersion,
})

/** Returns path and query of a lane's request: as chosen at first, then from the last version seen. */
export function laneTarget(lane: Lane): string {
  const { spec } = lane
  const query = new URLSearchParams({ watch: '1' })
  const from = lane.lastVersion !== '' ? lane.lastVersion : spec.start === 'any' ? '0' : ''
  if (from !== '') query.set('resourceVersion', from)
  if (spec.bookmarks) query.set('allowWatchBookmarks', 'true')
  if (spec.labelSelector !== '') query.set('labelSelector', spec.labelSelector)
  if (spec.fieldSelector !== '') query.set('fieldSelector', spec.fieldSelector)
  return `${spec.path}?${query}`
}
