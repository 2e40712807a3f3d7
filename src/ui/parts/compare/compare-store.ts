import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { DebugLog, DebugObjects } from '#facts/debug-api.ts'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { type Comparison, compareClusters } from './compare-clusters.ts'

const ROWS_MAX = 200

/** The newest writes of a cluster since the fork, newest first. */
export interface LaneWrites {
  readonly revision: number
  readonly rows: readonly RevisionRow[]
  /** True if older writes since the fork are not in `rows`. */
  readonly isCut: boolean
}

export interface CompareState {
  /** `null` until both clusters were read. */
  readonly comparison: Comparison | null
  readonly live: LaneWrites
  readonly branch: LaneWrites
  /** The reason why the clusters could not be read; `''` if they could. */
  readonly refused: string
}

/** The two clusters that are compared. */
export interface ComparedClusters {
  readonly live: ClusterInfo
  readonly branch: ClusterInfo
  /** The newest revision that both share. */
  readonly forkedAt: number
}

export interface CompareStore {
  readonly store: ReadableStore<CompareState>
  /** Reads both clusters as they are now. */
  read(): Promise<void>
}

const noWrites: LaneWrites = { revision: 0, rows: [], isCut: false }

/** Creates the comparison of a branch with the cluster that it left. [BC1] */
export function createCompareStore({ read }: Lab, { live, branch, forkedAt }: ComparedClusters): CompareStore {
  const store = createStore<CompareState>(() => ({
    comparison: null,
    live: noWrites,
    branch: noWrites,
    refused: '',
  }))
  const at = (cluster: ClusterInfo, path: string): string => `/clusters/${cluster.name}${path}`
  const objects = (cluster: ClusterInfo): Promise<DebugObjects> => getJson(read, at(cluster, '/debug/objects'))
  const writes = async (cluster: ClusterInfo): Promise<LaneWrites> => {
    const from = await getJson<DebugLog>(read, at(cluster, `/debug/log?limit=1`))
    const after = Math.max(forkedAt, from.published - ROWS_MAX)
    const { rows, published } = await getJson<DebugLog>(
      read,
      at(cluster, `/debug/log?after=${after}&limit=${ROWS_MAX}`),
    )
    return { revision: published, rows: rows.toReversed(), isCut: after > forkedAt }
  }
  return {
    store,
    async read() {
      try {
        const [one, other, liveWrites, branchWrites] = await Promise.all([
          objects(live),
          objects(branch),
          writes(live),
          writes(branch),
        ])
        const comparison = compareClusters(one.items, other.items)
        store.setState({ comparison, live: liveWrites, branch: branchWrites, refused: '' })
      } catch (error) {
        store.setState({ refused: errorText(error) })
      }
    },
  }
}
