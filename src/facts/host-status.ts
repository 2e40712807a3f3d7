/** How far the start of the server has come. `done` is when the first request was answered. */
export type HostStep = 'worker' | 'storage' | 'network' | 'done'

/**
 * Where the server runs and how this page reaches it. Only the page's host knows this. The page's `main.tsx` writes
 * it, the ui draws it.
 */
export interface HostStatus {
  readonly step: HostStep
  /** Progress of the step as text, such as `reading 128 revisions`; `''` when there is none. */
  readonly stepNote: string
  /** `direct` is the in-page path, taken where a service worker cannot be had. */
  readonly transport: 'service-worker' | 'direct'
  /** Why the transport is direct, in words without a full stop; `''` when it is not. */
  readonly transportReason: string
  /** `direct` when streams alone go around the service worker. */
  readonly streams: 'service-worker' | 'direct'
  /** `shared`: one SharedWorker for all tabs. `this-tab`, `other-tab`: the tab that was elected to run the server. */
  readonly server: 'shared' | 'this-tab' | 'other-tab'
  /** Name of the tab that runs the server when it is another one. */
  readonly serverTab: string
  /** State of the database, reported by the server's worker. */
  readonly storage: HostStorage
  /** Set while the server is down after a crash. */
  readonly stopped: HostStopped | null
}

/** State of the database, from the worker that has it open (or would like to). */
export type HostStorage =
  /** `waiting`: another server has the database; this one takes over when it goes. */
  | { readonly type: 'waiting' | 'opening' | 'ready' }
  /** `full`: quota, writes are refused and reads go on. `fenced`: another server took the database over. */
  | { readonly type: 'full' | 'fenced' | 'versionchange' | 'error'; readonly message: string }

export interface HostStopped {
  readonly timeMs: number
  readonly message: string
  /** Requests that got no answer. */
  readonly unansweredCount: number
  /** Last lines of the worker's own log, oldest first. */
  readonly logTail: readonly string[]
}

/** Commands for the host. Each resolves when it is done or has failed; the status has the result. */
export interface HostActions {
  restart(): Promise<void>
  takeOver(): Promise<void>
  /** Tries the service worker again. */
  retryTransport(): Promise<void>
}

/** The host's status as a store of zustand's shape, without the library. */
export interface HostStatusStore {
  getState(): HostStatus
  /** Calls `listener` after each change; the answer ends it. */
  subscribe(listener: () => void): () => void
  readonly actions: HostActions
}
