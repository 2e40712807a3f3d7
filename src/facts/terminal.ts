/** A program outside of the browser that sent requests over the bridge, by its User-Agent and user. */
export interface TerminalClient {
  /** First product of the User-Agent, such as `kubectl`, and its version. */
  readonly program: string
  readonly version: string
  /** The user as whom it acts; `''` if its own token says who it is. */
  readonly user: string
  readonly requestCount: number
  /** The last requests, newest first. */
  readonly last: readonly TerminalRequest[]
}

export interface TerminalRequest {
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `null` before the response. */
  readonly status: number | null
  /** True while the response goes on, as a watch does. */
  readonly isOpen: boolean
  readonly startMs: number
  /** Identifies the request in the log of requests; `''` before the response. */
  readonly auditId: string
}

/** The user as whom clients act that have no name of their own. */
export interface TerminalUser {
  readonly name: string
  readonly groups: readonly string[]
}

/** The connection of this tab to a bridge (`orchard bridge`). */
export interface TerminalStatus {
  /** `asked`: an address was given with the page, and nobody has allowed it. `lost`: the bridge ended or refused. */
  readonly state: 'off' | 'asked' | 'connecting' | 'connected' | 'lost'
  /** The address of the bridge, `PORT.SECRET`; `''` for none. */
  readonly link: string
  /** The reason why the connection ended; `''` while there is nothing to say. */
  readonly message: string
  /** Address of the API for clients; `''` before the connection. */
  readonly server: string
  readonly kubeconfigPath: string
  readonly kubeconfig: string
  readonly needsToken: boolean
  readonly as: TerminalUser
  /** The client with the newest request first. */
  readonly clients: readonly TerminalClient[]
  readonly requestCount: number
}

export interface TerminalActions {
  /** Connects to a bridge. Call it only when the person has allowed it. `cluster` is the title of what answers. */
  allow(link: string, cluster: string): void
  /** Ends the connection and forgets the address. */
  stop(): void
  /** Lets the next page of this tab ask for the address, as after a reload. Text that is no address is not kept. */
  propose(link: string): void
  actAs(user: TerminalUser): void
}

/** The body of a request that a client sent, by the server's number of the request. */
export interface TerminalBody {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** The connection as a store with zustand's interface, without the library. */
export interface TerminalStore {
  getState(): TerminalStatus
  /** Calls `listener` after changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  readonly actions: TerminalActions
  /** Returns one of the last writes of terminal clients; `undefined` for others, and for bodies that are not text. */
  sent(id: number): TerminalBody | undefined
}
