import { decodeAsked } from '#bridge/frame-codec.ts'
import { BRIDGE_PROTOCOL, LINK_PATH, type LinkAddress, type Opened, parseOpened } from '#bridge/greeting.ts'
import { socketPort } from '#bridge/socket-port.ts'
import type { TerminalUser } from '#facts/terminal.ts'
import type { ServerFrame } from '#wire/protocol.ts'
import { ServedPort } from '#wire/served-port.ts'
import type { WireRequest } from '#wire/wire-client.ts'
import { terminalHandler } from './terminal-answers.ts'
import { TerminalRequests } from './terminal-requests.ts'

interface ServeOptions {
  readonly send: (request: WireRequest) => Promise<Response>
  readonly cluster: string
  /** Returns the user as whom requests of clients without credentials are handled. */
  readonly as: () => TerminalUser
  /** Called after each change of the list of clients. */
  readonly changed: () => void
}

interface TerminalOptions extends ServeOptions {
  /** The cluster that the bridge reaches. */
  readonly served: string
}

/** Answers the requests that a bridge sends over `socket`, until it is closed. */
function serveTerminal(socket: WebSocket, { send, cluster, as, changed }: ServeOptions) {
  const requests = new TerminalRequests()
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
  const served = new ServedPort(port, {
    handle: terminalHandler({ send, cluster, requests, nowMs: () => Date.now(), as, changed }),
    hello: () => undefined,
    gone: () => undefined,
    bye: () => undefined,
    retire: () => undefined,
  })
  return { requests, close: () => served.close() }
}

/** The news of a connection to a bridge. */
export interface TerminalEvents {
  /** Reports whether the connection is still the one that the tab wants. */
  readonly isCurrent: (socket: WebSocket) => boolean
  readonly onOpened: (opened: Opened, requests: TerminalRequests) => void
  readonly onLost: (message: string) => void
}

/** Connects to the bridge at `address` and answers the requests that come from there. [BR1] */
export function connectTerminal(
  { port, secret }: LinkAddress,
  options: TerminalOptions,
  events: TerminalEvents,
): WebSocket {
  const { served: cluster, ...serving } = options
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LINK_PATH}`)
  socket.binaryType = 'arraybuffer'
  let served: ReturnType<typeof serveTerminal> | null = null
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'open', protocol: BRIDGE_PROTOCOL, secret, cluster }))
  })
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const opened = typeof data === 'string' && served === null ? parseOpened(data) : null
    if (opened === null || !events.isCurrent(socket)) return
    served = serveTerminal(socket, serving)
    events.onOpened(opened, served.requests)
  })
  socket.addEventListener('close', ({ reason }) => {
    // Its open streams end with it.
    served?.close()
    if (events.isCurrent(socket)) events.onLost(lostText(reason, served !== null))
  })
  return socket
}

export type ConnectTerminal = typeof connectTerminal

function lostText(reason: string, wasOpen: boolean): string {
  if (reason !== '') return `The bridge closed the connection: ${reason}.`
  return wasOpen ? 'The bridge has ended.' : 'No bridge answers there. Is it still running?'
}
