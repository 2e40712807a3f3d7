import { LINK_PARAMETER, type LinkAddress, parseLink } from '#bridge/greeting.ts'
import type { TerminalActions, TerminalBody, TerminalStatus, TerminalStore } from '#facts/terminal.ts'
import { errorText } from '#api/error-text.ts'
import type { WireRequest } from '#wire/wire-client.ts'
import type { ConnectTerminal } from './serve-terminal.ts'
import type { TerminalRequests } from './terminal-requests.ts'

/** Name in the tab's storage of the address that a reload proposes again. */
const KEPT = 'orchard.bridge'

/** Changes of the list of clients are shown together. */
const CHANGES_MS = 100

const off: TerminalStatus = {
  state: 'off',
  link: '',
  message: '',
  server: '',
  kubeconfigPath: '',
  kubeconfig: '',
  needsToken: false,
  as: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
  clients: [],
  requestCount: 0,
}

/** Takes the address of a bridge out of the page's fragment, or the one that this tab had before a reload. */
function proposedLink(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get(LINK_PARAMETER)
  if (found !== null) history.replaceState(null, '', `${location.pathname}${location.search}`)
  const text = found ?? sessionStorage.getItem(KEPT) ?? ''
  return parseLink(text) === null ? '' : text
}

export interface TerminalLinkOptions {
  readonly send: (request: WireRequest) => Promise<Response>
  readonly cluster: string
}

/**
 * Connects this tab to a bridge when the person allows it, and answers the requests that come from there. A reload asks
 * again. [BR1] [BR2]
 */
export class TerminalLink implements TerminalStore {
  readonly #options: TerminalLinkOptions
  readonly #listeners = new Set<() => void>()
  #state: TerminalStatus
  #requests: TerminalRequests | null = null
  /** The address that is being connected to or connected; `null` for none. */
  #wanted: object | null = null
  #socket: WebSocket | null = null
  #isChanging = false

  constructor(options: TerminalLinkOptions) {
    this.#options = options
    const link = proposedLink()
    this.#state = link === '' ? off : { ...off, state: 'asked', link }
    if (link !== '') sessionStorage.setItem(KEPT, link)
  }

  readonly getState = (): TerminalStatus => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly actions: TerminalActions = {
    allow: (link, cluster) => this.#connect(link, cluster),
    stop: () => {
      const open = this.#socket
      this.#socket = null
      this.#wanted = null
      sessionStorage.removeItem(KEPT)
      open?.close(1000, 'stopped in the page')
      this.#set({ ...off, as: this.#state.as })
    },
    propose: (link) => {
      if (parseLink(link) !== null) sessionStorage.setItem(KEPT, link.trim())
    },
    actAs: (as) => this.#set({ as }),
  }

  readonly sent = (id: number): TerminalBody | undefined => this.#requests?.bodyOf(id)

  #set(change: Partial<TerminalStatus>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  readonly #changed = (): void => {
    if (this.#isChanging) return
    this.#isChanging = true
    setTimeout(() => {
      this.#isChanging = false
      if (this.#requests !== null) this.#set({ clients: this.#requests.list(), requestCount: this.#requests.count })
    }, CHANGES_MS)
  }

  #connect(link: string, cluster: string): void {
    const address = parseLink(link)
    if (address === null) return this.#set({ state: 'lost', link, message: 'This is no address of a bridge.' })
    this.#socket?.close()
    this.#socket = null
    sessionStorage.setItem(KEPT, link)
    this.#set({ ...off, as: this.#state.as, state: 'connecting', link })
    const wanted = {}
    this.#wanted = wanted
    // Most pages never answer a terminal, so what does that is loaded here.
    import('./serve-terminal.ts').then(
      ({ connectTerminal }) => {
        if (this.#wanted === wanted) this.#open(address, cluster, connectTerminal)
      },
      (error: unknown) =>
        this.#set({ state: 'lost', message: `A script of this page is missing: ${errorText(error)}.` }),
    )
  }

  #open(address: LinkAddress, cluster: string, connect: ConnectTerminal): void {
    this.#socket = connect(
      address,
      { ...this.#options, served: cluster, as: () => this.#state.as, changed: this.#changed },
      {
        isCurrent: (socket) => this.#socket === socket,
        onOpened: ({ server, kubeconfigPath, kubeconfig, needsToken }, requests) => {
          this.#requests = requests
          this.#set({ state: 'connected', server, kubeconfigPath, kubeconfig, needsToken })
        },
        onLost: (message) => {
          this.#socket = null
          sessionStorage.removeItem(KEPT)
          this.#set({ state: 'lost', message })
        },
      },
    )
  }
}
