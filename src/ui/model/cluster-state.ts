import type { ReloadOutcome } from '#facts/config-api.ts'
import type {
  ClockStatus,
  ContinueTokenInfo,
  ControllerStatus,
  Fact,
  RevisionRow,
  StorageStatus,
  WatchInfo,
} from '#facts/fact.ts'

export type FinishedRequest = Extract<Fact, { type: 'request-finished' }>
export type StartedRequest = Extract<Fact, { type: 'request-started' }>
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
  /** Requests that have begun but not ended, including streams, by id. */
  readonly running: ReadonlyMap<number, StartedRequest>
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
  readonly lastWrites: ReadonlyMap<string, LastWrite>
  /** Increases when the server's data was reset, so that holders of objects load them again. */
  readonly generation: number
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
  running: new Map(),
  watches: new Map(),
  closedWatches: [],
  dials: [],
  reloads: [],
  tokens: new Map(),
  storage: null,
  clock: null,
  controllers: new Map(),
  lastWrites: new Map(),
  generation: 0,
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

const keep = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): Map<Key, Value> =>
  new Map(map).set(key, value)

function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Map<Key, Value> {
  const next = new Map(map)
  next.delete(key)
  return next
}

/**
 * Applies the facts of one turn in order. Writes are collected first, so that a burst copies the log only once. [UI2]
 */
export function reduceFacts(state: ClusterState, facts: readonly Fact[]): ClusterState {
  const written: RevisionRow[] = []
  let next = state
  for (const fact of facts) {
    if (fact.type === 'revision-written') written.push(fact.row)
    else if (fact.type === 'reset') {
      written.length = 0
      next = { ...emptyCluster, connection: next.connection, generation: next.generation + 1, clock: next.clock }
    } else next = reduceFact(next, fact)
  }
  return written.length === 0 ? next : withRows(next, written)
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

type OtherFact = Exclude<Fact, { type: 'revision-written' } | { type: 'reset' }>

function reduceFact(state: ClusterState, fact: OtherFact): ClusterState {
  switch (fact.type) {
    case 'request-started':
      return { ...state, running: keep(state.running, fact.id, fact) }
    case 'request-finished':
      return {
        ...state,
        running: without(state.running, fact.id),
        requests: [...state.requests.slice(1 - requestsMax), fact],
      }
    case 'compacted':
      return {
        ...state,
        compacted: Math.max(state.compacted, fact.revision),
        rows: state.rows.filter((row) => row.revision > fact.revision),
      }
    case 'watch-opened':
    case 'watch-progress':
      return { ...state, watches: keep(state.watches, fact.watch.id, fact.watch) }
    case 'watch-closed':
      return {
        ...state,
        watches: without(state.watches, fact.watch.id),
        closedWatches: [...state.closedWatches.slice(1 - closedWatchesMax), fact],
      }
    case 'continue-token':
      return { ...state, tokens: keep(state.tokens, fact.token.id, fact.token) }
    case 'storage':
      return { ...state, storage: fact.status, compacted: Math.max(state.compacted, fact.status.compacted) }
    case 'clock':
      return { ...state, clock: fact.clock }
    case 'controller':
      return { ...state, controllers: keep(state.controllers, fact.controller.name, fact.controller) }
    case 'config-reload':
      return { ...state, reloads: [...state.reloads.slice(1 - reloadsMax), fact.reload] }
    case 'dial':
      return { ...state, dials: [...state.dials.slice(1 - dialsMax), fact] }
    case 'panic':
      return { ...state, panic: fact.message }
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

function withLastWrites(
  known: ReadonlyMap<string, LastWrite>,
  rows: readonly RevisionRow[],
): ReadonlyMap<string, LastWrite> {
  if (rows.length === 0) return known
  const next = new Map(known)
  for (const { uid, revision, manager, actor } of rows) next.set(uid, { revision, manager, actor })
  return next
}
