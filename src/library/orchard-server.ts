/** An object of the API as plain data. Its type must be given: `apiVersion` and `kind`. */
export interface OrchardObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** Objects as plain data, or as YAML or JSON with any number of documents. */
export type OrchardObjects = string | OrchardObject | readonly (string | OrchardObject)[]

/** A user who is authenticated by a bearer token. */
export interface OrchardUser {
  readonly token: string
  readonly name: string
  readonly uid?: string
  readonly groups?: readonly string[]
}

/** The storage of a server's objects. Made by `indexedDb(name)` of `browser` and `folder(path)` of `node`. */
export interface LogSource {
  /** The name that errors show: `memory`, `the folder ./data`. */
  readonly name: string
}

/** Kinds that a server has together, and their code. Made by `kinds`; by `kubernetes/kinds` for `kubernetes`. */
export interface KindSet {
  /** `core`, `workloads`, `policy` or `infrastructure`. */
  readonly name: string
}

/** Options of a new server. All are optional: without options it is an empty, real cluster in memory. */
export interface OrchardOptions {
  /**
   * Makes uids and generated names repeatable: the same requests to two servers with the same seed and the same `now`
   * have the same answers, byte for byte. A whole number. Default: random.
   */
  readonly seed?: number
  /**
   * Stops the server's clock at this time; only {@link OrchardClock.advance} moves it. A date, a time in milliseconds
   * since the epoch, or a text that `Date.parse` reads. Default: the real time.
   */
  readonly now?: Date | number | string
  /** Objects that are created through the API, in order, before the server is returned. Default: none. */
  readonly objects?: OrchardObjects
  /**
   * The kinds of the server, as sets: `[core]`, `[core, workloads]`. Requests for other kinds get 404, and a bundle of
   * the page holds them only in files that it never loads. Default: all kinds, which are loaded by the first server.
   */
  readonly kinds?: readonly KindSet[]
  /**
   * The background loops that run, by name (see {@link loopNames}); `'*'` runs all whose kinds the server has. Without the loop `namespace` a
   * deleted namespace stays, without `garbage-collector` dependents stay. Default: none.
   */
  readonly loops?: '*' | readonly string[]
  /**
   * The number of simulated nodes: they run the pods that the loop `scheduler` assigns to them, after the loop
   * `node-lifecycle` has seen them ready. Default: 0.
   */
  readonly nodes?: number
  /** Default: the memory of this process. */
  readonly log?: LogSource
  /**
   * Users by bearer token. With this option, requests without a token are anonymous. Default: every request is made by
   * an administrator, who may impersonate others with `Impersonate-User`.
   */
  readonly users?: readonly OrchardUser[]
  /** `RBAC` decides by roles and bindings; administrators may do everything. Default: `RBAC`. */
  readonly authorization?: 'RBAC' | 'AlwaysAllow'
  /** Makes the server's own calls, to webhooks and token issuers. Default: such calls fail. */
  readonly outbound?: (request: Request) => Promise<Response>
}

/** The clock of a server. */
export interface OrchardClock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Moves the time forward, runs what becomes due in its order, and waits until the loops have reacted.
   * @param by milliseconds, or a duration such as `'1h30m'`
   * @throws TypeError if it is none, or is negative
   */
  advance(by: number | string): Promise<void>
}

/** A running server. Errors of the API are responses with a Status, as every client sees them; nothing else throws. */
export interface OrchardServer {
  readonly clock: OrchardClock
  /**
   * Serves a request. A path such as `/api/v1/pods` is enough, because no network is used.
   * @example
   * const pods = await (await server.fetch('/api/v1/pods')).json()
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /** Returns the newest revision: the `resourceVersion` of a list made now. */
  revision(): number
  /**
   * Creates objects through the API, in order, as an administrator.
   * @throws Error with the server's words if one is refused; those before it exist
   */
  create(objects: OrchardObjects): Promise<void>
  /**
   * Returns a server of its own in memory with the same objects, history, revision, time, users and loops. What happens
   * in one is never seen by the other. It must be closed, too.
   */
  fork(): Promise<OrchardServer>
  /** Resolves when the server has reached a revision, which a watch or a list of it then shows. */
  waitForRevision(revision: number | string): Promise<void>
  /** Resolves when no loop has anything left to do at the present time. */
  settled(): Promise<void>
  /**
   * Ends the history up to and including a revision: watches from it and continue tokens of it get 410 Expired.
   * Default: up to the newest revision.
   */
  expireHistory(upTo?: number | string): Promise<void>
  /** Ends the streams of all watches, as a lost connection would. Returns their number. */
  cutWatches(): Promise<number>
  /** Ends all streams and loops, and closes the log. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
