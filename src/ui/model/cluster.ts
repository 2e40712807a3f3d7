import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  ClockStatus,
  DebugControllers,
  DebugLog,
  DebugRequests,
  DebugTokens,
  DebugWatches,
  StorageStatus,
} from '#facts/debug-api.ts'
import type { Fact, FinishedRequest, RevisionRow } from '#facts/fact.ts'
import { parseExactJson } from '#api/exact-json.ts'
import { readLines } from '#client/read-lines.ts'
import { getJson } from './api.ts'
import { type ClusterSnapshot, type ClusterState, emptyCluster, loadCluster, reduceFacts } from './cluster-state.ts'
import { createBatch, nextFrame, pause } from './frame.ts'

export type ClusterStore = StoreApi<ClusterState>

export const createClusterStore = (): ClusterStore => createStore<ClusterState>(() => emptyCluster)

const logPageRows = 5000

async function readLog(fetcher: typeof fetch, from: number): Promise<DebugLog> {
  const rows: RevisionRow[] = []
  for (;;) {
    const after = rows.at(-1)?.revision ?? from
    const page = await getJson<DebugLog>(fetcher, `/debug/log?after=${after}&limit=${logPageRows}`)
    rows.push(...page.rows)
    if (page.rows.length < logPageRows) return { ...page, rows }
  }
}

async function readSnapshot(fetcher: typeof fetch, after: number): Promise<ClusterSnapshot> {
  const [log, requests, watches, tokens, storage, clock, controllers] = await Promise.all([
    readLog(fetcher, after),
    getJson<DebugRequests>(fetcher, '/debug/requests?limit=1000'),
    getJson<DebugWatches>(fetcher, '/debug/watches'),
    getJson<DebugTokens>(fetcher, '/debug/tokens'),
    getJson<StorageStatus>(fetcher, '/debug/storage'),
    getJson<ClockStatus>(fetcher, '/debug/clock'),
    getJson<DebugControllers>(fetcher, '/debug/controllers'),
  ])
  return {
    ...log,
    requests: requests.requests,
    watches: watches.watches,
    tokens: tokens.tokens,
    storage,
    clock,
    controllers: controllers.controllers,
  }
}

/** Excludes facts that the initial read already contains: they would be listed twice. */
const isNew = (loaded: ClusterSnapshot) => {
  const ids = new Set(loaded.requests.map((request) => request.id))
  return (fact: Fact) => fact.type !== 'request-finished' || !ids.has(fact.id)
}

/**
 * Follows the server's facts into `store` until `signal` is aborted. Opens the stream before the initial read, so that
 * no fact is missed, and starts again when the stream breaks. `draw` schedules changes of the store, `show` the change by
 * an initial read, which has the writes after the revision `after`. [UI2]
 */
export async function followFacts(
  store: ClusterStore,
  fetcher: typeof fetch,
  signal: AbortSignal,
  {
    draw = nextFrame,
    show = atOnce,
    after = 0,
    past = [],
  }: Partial<Pick<FollowFacts, 'draw' | 'show' | 'after' | 'past'>> = {},
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await followOnce({ store, fetcher, signal, draw, show, after, past })
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Error)) throw error
    }
    store.setState({ connection: failures === 0 ? 'connecting' : 'lost' })
    await pause(Math.min(5000, 150 * 2 ** failures), signal)
  }
}

const atOnce = (run: () => void): void => run()

interface FollowFacts {
  readonly store: ClusterStore
  readonly fetcher: typeof fetch
  readonly signal: AbortSignal
  readonly draw: (run: () => void) => void
  readonly show: (run: () => void) => void
  readonly after: number
  /** Requests of another page's log, which stand before those of this server. [SH15] */
  readonly past: readonly FinishedRequest[]
}

async function followOnce({ store, fetcher, signal, draw, show, after, past }: FollowFacts): Promise<void> {
  const response = await fetcher('/debug/facts', { signal })
  if (!response.ok || response.body === null) throw new Error(`facts: HTTP ${response.status}`)
  const held: Fact[] = []
  let loaded: ClusterSnapshot | null = null
  let isEnded = false
  const apply = createBatch<Fact>((facts) => store.setState((state) => reduceFacts(state, facts)), draw)
  const loading = readSnapshot(fetcher, after).then((snapshot) => {
    loaded = snapshot
    const requests = [...past, ...snapshot.requests]
    show(() => {
      if (!isEnded) store.setState((state) => loadCluster(state, { ...snapshot, requests }))
    })
    apply(held.filter(isNew(snapshot)))
  })
  // A failed read ends the stream too; the loop above retries both.
  const failed = loading.catch(() => response.body?.cancel())
  try {
    for await (const lines of readLines(response.body)) {
      const facts = lines.map((line) => parseExactJson(line) as Fact)
      if (loaded === null) held.push(...facts)
      else apply(facts)
    }
  } finally {
    isEnded = true
  }
  await failed
  await loading
}
