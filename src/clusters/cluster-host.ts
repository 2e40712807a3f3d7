import type { ClusterRecord } from '#facts/clusters-api.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Log, LogEntry } from '#server/storage/log.ts'

/** A record of the list of clusters, as the host stores it. */
export interface StoredCluster extends ClusterRecord {
  /** Names the cluster's storage; never reused. `''` is the storage of versions that had one cluster. */
  readonly id: string
  /**
   * Since its log exchanged its place with another one: the newest revision that either had then. It assigns only later
   * ones, and what clients kept of earlier ones is expired. [MC13]
   */
  readonly otherLineUpTo?: number
  /** The title that its log had as a branch, before it became the cluster. */
  readonly lineTitle?: string
}

export type ClusterHandler<Extras> = (request: Request, extras: Extras) => Promise<Response>

/** A running cluster. */
export interface OpenedCluster<Extras> {
  readonly handle: ClusterHandler<Extras>
  readonly log: Log
  /** Ends its watches, waits for its pending writes and closes its log. */
  close(): Promise<void>
}

/** The initial content of a new cluster. */
export interface ClusterStart {
  /** The content of its log; `null`: what the host has for its origin, the sample or an empty cluster. */
  readonly contents: DiskContents | null
  /** The cluster whose configuration files and simulated world are copied; `null`: none. */
  readonly settingsOf: StoredCluster | null
  /** True if its clock is stopped at first. */
  readonly isFrozen?: boolean
}

/** Stores and runs clusters: the worker of a page, or a process. */
export interface ClusterHost<Extras> {
  /** Reports whether clusters can begin as the sample. The first cluster of such a host does. */
  readonly hasSample: boolean
  /** True if it can serve clusters with the original's words; default false: all clusters have those of the process. */
  readonly hasKubernetesWords?: boolean
  /** Reads the list. */
  load(): Promise<readonly StoredCluster[]>
  /** Adds or replaces records, all or none. Resolves when they are durable. */
  save(records: readonly StoredCluster[]): Promise<void>
  /** Deletes the data of a cluster, then its record. It is not running. */
  erase(record: StoredCluster): Promise<void>
  /**
   * Starts the server of a cluster. `start` is given once, when the cluster is new; its content is durable when the
   * promise resolves.
   * @throws StorageError
   */
  open(record: StoredCluster, start: ClusterStart | null): Promise<OpenedCluster<Extras>>
  /**
   * The objects that a server of this host creates for itself. Moments leave them out where they are unchanged; absent:
   * moments hold all objects.
   */
  ownEntries?(): Promise<readonly LogEntry[]>
  /** Returns how many bytes can still be stored; `null` if the host does not know. Absent: it never does. */
  freeBytes?(): Promise<number | null>
  nowMs(): number
  newId(): string
}
