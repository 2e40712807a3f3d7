import type { Moment } from './moment.ts'

/*
 * The clusters of one host, under `/debug/clusters` of each of them. `/clusters/NAME/…` reaches the API of a cluster;
 * other paths reach the one that the header {@link CLUSTER_HEADER} names, or the oldest cluster.
 *
 * GET    /debug/clusters                DebugClusters
 * POST   /debug/clusters                NewCluster; answers ClusterInfo with 201
 * PATCH  /debug/clusters/NAME           {"title"}; answers ClusterInfo. The name in addresses stays
 * GET    /debug/clusters/NAME/moment[?at=R&state=1&secrets=1]   DebugMoment: history up to R, or only the state there
 * DELETE /debug/clusters/NAME           answers ClusterInfo. The data stays until the host starts again; that of a trial or of a temporary cluster
 *                                       goes at once
 * POST   /debug/clusters/NAME/restore   undoes the deletion; answers ClusterInfo
 * POST   /debug/clusters/NAME/promote   the branch NAME and the cluster that it left exchange names: the branch is the
 *                                       cluster from then on. Answers the cluster's ClusterInfo
 */

export const CLUSTERS_PATH = '/debug/clusters'

/** Request header that names the cluster of a tab, for paths without `/clusters/NAME`. */
export const CLUSTER_HEADER = 'x-orchard-cluster'

/** Name in the browser's storage of the cluster that was last opened. */
export const LAST_CLUSTER_KEY = 'orchard.cluster'

/** The content with which a cluster began. */
export type ClusterOrigin =
  | { readonly type: 'sample' }
  | { readonly type: 'empty' }
  /** All revisions of the cluster `of` up to `at`. A branch is listed beside the cluster that it left. */
  | { readonly type: 'copy' | 'branch'; readonly of: string; readonly at: number }
  /** A branch in memory, without controllers. It is not listed and not stored, and the oldest of many ends. [MC12] */
  | { readonly type: 'trial'; readonly of: string; readonly at: number }
  /** The moment of a link or a file. `digest` names its content: the same link has the same one. */
  | { readonly type: 'moment'; readonly at: number; readonly digest: string }

/**
 * The names in which a cluster's server reads and answers. `orch` are those of this product; with `kubernetes` the original's, clients
 * of Kubernetes work unchanged. [VO6]
 */
export type ClusterWords = 'orch' | 'kubernetes'

/** The body that creates a cluster. `at` defaults to the newest revision. */
export interface NewCluster {
  readonly title: string
  /** Default `orch`. A copy or a branch has the words of its origin; the sample exists in `orch` only. */
  readonly vocabulary?: ClusterWords
  /** True: it is never listed, and erased when the host starts again. For `empty` only. [MC21] */
  readonly isTemporary?: boolean
  readonly from:
    | { readonly type: 'sample' | 'empty' }
    | { readonly type: 'copy' | 'branch'; readonly of: string; readonly at?: number }
    /** `of` may be `''`: the oldest cluster. */
    | { readonly type: 'trial'; readonly of: string; readonly at?: number }
    | { readonly type: 'moment'; readonly moment: Moment; readonly digest: string; readonly isReadOnly?: boolean }
}

/** One write, as the list of clusters draws it. */
export interface ClusterWrite {
  readonly resource: string
  readonly group: string
  readonly verb: string
}

/** Figures of a cluster's log. */
export interface ClusterFigures {
  /** The newest revision. */
  readonly revision: number
  readonly compacted: number
  readonly objectCount: number
  /** Bytes of all retained versions. */
  readonly bytes: number
  /** Those of them that are older versions; absent in records of earlier builds. */
  readonly historyBytes?: number
  /** Up to eight writes, oldest first. */
  readonly lastWrites: readonly ClusterWrite[]
}

export interface ClusterRecord {
  /** A DNS label, unique among the clusters of a host; the segment of `/clusters/NAME/`. */
  readonly name: string
  /** The title: any text of at most 63 characters. */
  readonly title: string
  readonly origin: ClusterOrigin
  /** Absent for `orch`. Never changes: objects are stored in these words. */
  readonly vocabulary?: ClusterWords
  readonly madeMs: number
  /** When its server was last started. */
  readonly usedMs: number
  /** True for a view of a moment, which refuses writes. */
  readonly isReadOnly?: boolean
  /** True for a cluster that is not listed, and erased when the host starts again. */
  readonly isTemporary?: boolean
  /** Offset of its clock from the host's, in milliseconds; absent if it is zero. */
  readonly clockOffsetMs?: number
  /** When it was deleted; absent if it was not. */
  readonly deletedMs?: number
  /** Figures when they were last read; absent before. */
  readonly figures?: ClusterFigures
}

export interface ClusterInfo extends ClusterRecord {
  /** True if its server runs. */
  readonly isOpen: boolean
  /** True if requests that name no cluster reach it. */
  readonly isDefault: boolean
}

export interface DebugClusters {
  /** Oldest first, deleted ones included, trials and temporary ones not. */
  readonly clusters: readonly ClusterInfo[]
}
