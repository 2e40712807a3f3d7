import type { ReloadOutcome } from '#facts/config-api.ts'
import type {
  ClockStatus,
  ContinueTokenInfo,
  ControllerStatus,
  Fact,
  FinishedRequest,
  RevisionRow,
  StorageStatus,
  WatchInfo,
} from '#facts/fact.ts'
import { WideMap } from './wide-map.ts'

/** One outbound request of the server. */
export type OutboundDial = Extract<Fact, { type: 'dial' }>

export type ClosedWatch = Extract<Fact, { type: 'watch-closed' }>

export interface LastWrite {
  readonly revision: number
  readonly manager: string
  readonly actor: string
}

/** The facts of the server that the page keeps. Changed only by {@link reduceFacts} and {@link loadCluster}. */
export interface ClusterState {
  readonly connection: 'connecting' | 'open' | 'lost'
  /** Kept writes, oldest first: none at or below `compacted`. */
  readonly rows: readonly RevisionRow[]
  readonly published: number
  readonly compacted: number
  /** Oldest first, at most {@link requestsMax}. */
  readonly requests: readonly FinishedRequest[]
  readonly watches: ReadonlyMap<number, WatchInfo>
  /** Watches that ended, oldest first, at most {@link closedWatchesMax}. */
  readonly closedWatches: readonly ClosedWatch[]
  /** Outbound requests of the server, oldest first, at most {@link dialsMax}. */
  readonly dials: readonly OutboundDial[]
  /** Reloads of configuration files, oldest first, at most {@link reloadsMax}. */
  readonly reloads: readonly ReloadOutcome[]
  readonly tokens: ReadonlyMap<number, ContinueTokenInfo>
  readonly storage: StorageStatus | null
  readonly clock: ClockStatus | null
  readonly controllers: ReadonlyMap<string, ControllerStatus>
  /** The last writer of each object, by uid; kept after the compaction of the row. */
  readonly lastWrites: WideMap<LastWrite>
  /** Increases when the server's data was reset, so that holders of objects load them again. */
  readonly generation: number
  /** Increases when feature gates were set, so that the served kinds are read again. */
  readonly gatesSet: number
  readonly panic: string | null
}

export const requestsMax = 1000
const closedWatchesMax = 50
const dialsMax = 200
const reloadsMax = 50

export const emptyCluster: ClusterState = {
  connection: 'connecting',
  rows: [],
  published: 0,
  compacted: 0,
  requests: [],
  watches: new Map(),
  closedWatches: [],
  dials: [],
  reloads: [],
  tokens: new Map(),
  storage: null,
  clock: null,
  controllers: new Map(),
  lastWrites: new WideMap(),
  generation: 0,
  gatesSet: 0,
  panic: null,
}

/** The initial read of the page, before it follows the stream of facts. */
export interface ClusterSnapshot {
  readonly rows: readonly RevisionRow[]
  readonly published: number
  readonly compacted: number
  readonly requests: readonly FinishedRequest[]
  readonly watches: readonly WatchInfo[]
  readonly tokens: readonly ContinueTokenInfo[]
  readonly storage: StorageStatus | null
  readonly clock: ClockStatus | null
  readonly controllers: readonly ControllerStatus[]
}

/**
 * Returns the state after an initial read. Facts that the stream delivered during the read are kept where they are
 * newer. [UI2]
 */
export function loadCluster(state: ClusterState, loaded: ClusterSnapshot): ClusterState {
  const rows = mergeRows(loaded.rows, state.rows, loaded.compacted)
  return {
    ...state,
    connection: 'open',
    rows,
    published: Math.max(loaded.published, state.published),
    compacted: Math.max(loaded.compacted, state.compacted),
    requests: loaded.requests.slice(-requestsMax),
    watches: new Map(loaded.watches.map((watch) => [watch.id, watch])),
    tokens: new Map(loaded.tokens.map((token) => [token.id, token])),
    storage: loaded.storage,
    clock: loaded.clock,
    controllers: new Map(loaded.controllers.map((controller) => [controller.name, controller])),
    lastWrites: withLastWrites(state.lastWrites, rows),
  }
}

type Draft = { -readonly [Key in keyof ClusterState]: ClusterState[Key] }

/**
 * Applies the facts of one turn in order. Every collection is copied at most once, however many facts change it. [UI2]
 */
export function reduceFacts(state: ClusterState, facts: readonly Fact[]): ClusterState {
  let written: RevisionRow[] = []
  let lists = noAppended()
  let draft: Draft = { ...state }
  let before = state
  for (const fact of facts) {
    if (fact.type === 'revision-written') written.push(fact.row)
    else if (fact.type === 'features') draft.gatesSet += 1
    else if (fact.type === 'reset') {
      written = []
      lists = noAppended()
      const { connection, clock, gatesSet } = draft
      before = { ...emptyCluster, connection, generation: draft.generation + 1, clock, gatesSet }
      draft = { ...before }
    } else applyFact(draft, before, lists, fact)
  }
  appendAll(draft, lists)
  return written.length === 0 ? draft : withRows(draft, written)
}

/** New elements of the lists that drop their oldest elements. */
const noAppended = () => ({
  requests: [] as FinishedRequest[],
  closedWatches: [] as ClosedWatch[],
  dials: [] as OutboundDial[],
  reloads: [] as ReloadOutcome[],
})

const newest = <Value>(list: readonly Value[], appended: readonly Value[], max: number): readonly Value[] =>
  appended.length === 0 ? list : [...list, ...appended].slice(-max)

function appendAll(draft: Draft, lists: ReturnType<typeof noAppended>): void {
  draft.requests = newest(draft.requests, lists.requests, requestsMax)
  draft.closedWatches = newest(draft.closedWatches, lists.closedWatches, closedWatchesMax)
  draft.dials = newest(draft.dials, lists.dials, dialsMax)
  draft.reloads = newest(draft.reloads, lists.reloads, reloadsMax)
}

function withRows(state: ClusterState, written: readonly RevisionRow[]): ClusterState {
  const rows = mergeRows(state.rows, written, state.compacted)
  return {
    ...state,
    rows,
    published: Math.max(state.published, rows.at(-1)?.revision ?? 0),
    lastWrites: withLastWrites(state.lastWrites, written),
  }
}

type OtherFact = Exclude<Fact, { type: 'revision-written' | 'reset' | 'features' }>

/** Returns the map itself once it is a copy of this turn, else a copy. */
const copied = <Key, Value>(map: ReadonlyMap<Key, Value>, before: ReadonlyMap<Key, Value>): Map<Key, Value> =>
  map === before ? new Map(map) : (map as Map<Key, Value>)

function applyFact(draft: Draft, before: ClusterState, lists: ReturnType<typeof noAppended>, fact: OtherFact): void {
  switch (fact.type) {
    case 'request-started':
      // The page lists requests when they have finished.
      return
    case 'request-finished':
      lists.requests.push(fact)
      return
    case 'compacted':
      draft.compacted = Math.max(draft.compacted, fact.revision)
      draft.rows = draft.rows.filter((row) => row.revision > fact.revision)
      return
    case 'watch-opened':
    case 'watch-progress':
      draft.watches = copied(draft.watches, before.watches).set(fact.watch.id, fact.watch)
      return
    case 'watch-closed': {
      const watches = copied(draft.watches, before.watches)
      watches.delete(fact.watch.id)
      draft.watches = watches
      lists.closedWatches.push(fact)
      return
    }
    case 'continue-token':
      draft.tokens = copied(draft.tokens, before.tokens).set(fact.token.id, fact.token)
      return
    case 'storage':
      draft.storage = fact.status
      draft.compacted = Math.max(draft.compacted, fact.status.compacted)
      return
    case 'clock':
      draft.clock = fact.clock
      return
    case 'controller':
      draft.controllers = withController(copied(draft.controllers, before.controllers), fact.controller)
      return
    case 'config-reload':
      lists.reloads.push(fact.reload)
      return
    case 'dial':
      lists.dials.push(fact)
      return
    case 'panic':
      draft.panic = fact.message
  }
}

/** Merges two runs of writes by revision, without duplicates and without compacted rows. */
function mergeRows(a: readonly RevisionRow[], b: readonly RevisionRow[], compacted: number): readonly RevisionRow[] {
  const last = a.at(-1)?.revision ?? 0
  const first = b[0]?.revision ?? 0
  const joined = first > last ? [...a, ...b] : sortedRows([...a, ...b])
  return (joined[0]?.revision ?? 0) > compacted ? joined : joined.filter((row) => row.revision > compacted)
}

function sortedRows(rows: readonly RevisionRow[]): RevisionRow[] {
  const byRevision = new Map(rows.map((row) => [row.revision, row]))
  return [...byRevision.values()].sort((one, other) => one.revision - other.revision)
}

const withLastWrites = (known: WideMap<LastWrite>, rows: readonly RevisionRow[]): WideMap<LastWrite> =>
  known.with(rows.map(({ uid, revision, manager, actor }) => [uid, { revision, manager, actor }]))

function withController(
  controllers: Map<string, ControllerStatus>,
  controller: ControllerStatus,
): ReadonlyMap<string, ControllerStatus> {
  if (controller.gone === true) controllers.delete(controller.name)
  else controllers.set(controller.name, controller)
  return controllers
}
