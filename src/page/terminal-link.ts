import { decodeAsked } from '#bridge/frame-codec.ts'
import { BRIDGE_PROTOCOL, LINK_PARAMETER, LINK_PATH, parseLink, parseOpened } from '#bridge/greeting.ts'
import { socketPort } from '#bridge/socket-port.ts'
import type { TerminalActions, TerminalBody, TerminalStatus, TerminalStore } from '#facts/terminal.ts'
import type { ServerFrame } from '#wire/protocol.ts'
import { ServedPort } from '#wire/served-port.ts'
import type { WireRequest } from '#wire/wire-client.ts'
import { terminalHandler } from './terminal-answers.ts'
import { TerminalRequests } from './terminal-requests.ts'

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
  #requests = new TerminalRequests()
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
      sessionStorage.removeItem(KEPT)
      open?.close(1000, 'stopped in the page')
      this.#set({ ...off, as: this.#state.as })
    },
    actAs: (as) => this.#set({ as }),
  }

  readonly sent = (id: number): TerminalBody | undefined => this.#requests.bodyOf(id)

  #set(change: Partial<TerminalStatus>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  readonly #changed = (): void => {
    if (this.#isChanging) return
    this.#isChanging = true
    setTimeout(() => {
      this.#isChanging = false
      this.#set({ clients: this.#requests.list(), requestCount: this.#requests.count })
    }, CHANGES_MS)
  }

  #connect(link: string, cluster: string): void {
    const address = parseLink(link)
    if (address === null) return this.#set({ state: 'lost', link, message: 'This is no address of a bridge.' })
    this.#socket?.close()
    this.#requests = new TerminalRequests()
    sessionStorage.setItem(KEPT, link)
    this.#set({ ...off, as: this.#state.as, state: 'connecting', link })
    const socket = new WebSocket(`ws://127.0.0.1:${address.port}${LINK_PATH}`)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    let served: ServedPort | null = null
    socket.addEventListener('open', () => {
      const { secret } = address
      socket.send(JSON.stringify({ type: 'open', protocol: BRIDGE_PROTOCOL, secret, cluster }))
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const opened = typeof data === 'string' && served === null ? parseOpened(data) : null
      if (opened === null || this.#socket !== socket) return
      served = this.#serve(socket)
      const { server, kubeconfigPath, kubeconfig, needsToken } = opened
      this.#set({ state: 'connected', server, kubeconfigPath, kubeconfig, needsToken })
    })
    socket.addEventListener('close', ({ reason }) => {
      // Its open streams end with it.
      served?.close()
      if (this.#socket !== socket) return
      this.#socket = null
      sessionStorage.removeItem(KEPT)
      this.#set({ state: 'lost', message: lostText(reason, served !== null) })
    })
  }

  #serve(socket: WebSocket): ServedPort {
    const { port, received } = socketPort<ServerFrame, ReturnType<typeof decodeAsked>>(
      {
        send: (message) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(message)
        },
        close: (code, reason) => socket.close(code, reason),
      },
      decodeAsked,
    )
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) received(data)
    })
    const { send, cluster } = this.#options
    return new ServedPort(port, {
      handle: terminalHandler({
        send,
        cluster,
        requests: this.#requests,
        nowMs: () => Date.now(),
        as: () => this.#state.as,
        changed: this.#changed,
      }),
      hello: () => undefined,
      bye: () => undefined,
      retire: () => undefined,
    })
  }
}

function lostText(reason: string, wasOpen: boolean): string {
  if (reason !== '') return `The bridge closed the connection: ${reason}.`
  return wasOpen ? 'The bridge has ended.' : 'No bridge answers there. Is it still running?'
}
