/** Progress of the server's start. `done` means that the first request was answered. */
export type HostStep = 'worker' | 'storage' | 'network' | 'done'

/**
 * The host of the server, and the way this page reaches it. `main.tsx` of the page writes it from its host, and the UI
 * displays it.
 */
export interface HostStatus {
  readonly step: HostStep
  /** Progress of the step as text, such as `reading 128 revisions`; `''` when there is none. */
  readonly stepNote: string
  /** `direct` calls the server in the page, used if no service worker is available. */
  readonly transport: 'service-worker' | 'direct'
  /** The reason why the transport is direct, without a full stop; `''` if it is not. */
  readonly transportReason: string
  /** `direct` if only streams bypass the service worker. */
  readonly streams: 'service-worker' | 'direct'
  /** `shared`: one SharedWorker for all tabs. `this-tab`, `other-tab`: the tab that was elected to run the server. */
  readonly server: 'shared' | 'this-tab' | 'other-tab'
  /** Name of the tab that runs the server when it is another one. */
  readonly serverTab: string
  /** The address of the server if it runs elsewhere; `''` if it runs in this browser. [ELS1] */
  readonly elsewhere: string
  /** State of the database, reported by the server's worker. */
  readonly storage: HostStorage
  /** Set while the server is down after a crash. */
  readonly stopped: HostStopped | null
}

/** State of the database, reported by the worker that has it open or waits for it. */
export type HostStorage =
  /** `waiting`: another server has the database open; this one takes over when the other closes it. */
  | { readonly type: 'waiting' | 'opening' | 'ready' }
  /**
   * `full`: the quota is exceeded; writes are refused, reads are served. `fenced`: another server took over the
   * database.
   */
  | { readonly type: 'full' | 'fenced' | 'versionchange' | 'error'; readonly message: string }

export interface HostStopped {
  readonly timeMs: number
  readonly message: string
  /** Number of requests without a response. */
  readonly unansweredCount: number
  /** Last lines of the worker's own log, oldest first. */
  readonly logTail: readonly string[]
}

/** Commands for the host. Each resolves when it succeeded or failed; the status shows the result. */
export interface HostActions {
  restart(): Promise<void>
  takeOver(): Promise<void>
  /** Tries the service worker again. */
  retryTransport(): Promise<void>
}

/** The host's status as a store with zustand's interface, without the library. */
export interface HostStatusStore {
  getState(): HostStatus
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  readonly actions: HostActions
}
