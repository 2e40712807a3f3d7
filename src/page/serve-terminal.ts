import { decodeAsked } from '#bridge/frame-codec.ts'
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

/** Answers the requests that a bridge sends over `socket`, until it is closed. */
export function serveTerminal(socket: WebSocket, { send, cluster, as, changed }: ServeOptions) {
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
    bye: () => undefined,
    retire: () => undefined,
  })
  return { requests, close: () => served.close() }
}

export type ServeTerminal = typeof serveTerminal
