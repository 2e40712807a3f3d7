/** The functions of a MessagePort that the wire uses: send, listen, close. */
export interface WirePort<Out, In> {
  /** Sends one frame. `transfer` lists buffers that the sender will not use again. */
  send(frame: Out, transfer?: readonly ArrayBuffer[]): void
  /** Sets the receiver; frames that arrived earlier are delivered first. */
  listen(receive: (frame: In) => void): void
  close(): void
}

interface PortLike {
  postMessage(message: unknown, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

/** Wraps a MessagePort of a page, a worker or Node. */
export function messagePort<Out, In>(port: PortLike): WirePort<Out, In> {
  return {
    send: (frame, transfer) => port.postMessage(frame, transfer === undefined ? [] : [...transfer]),
    listen(receive) {
      port.onmessage = (event) => receive(event.data as In)
    },
    close: () => port.close(),
  }
}

/**
 * Wraps a BroadcastChannel whose name only two ends have. It copies data instead of transferring it, but needs no
 * context to pass a port: so a tab can reach a server in another tab.
 */
export function channelPort<Out, In>(channel: BroadcastChannel): WirePort<Out, In> {
  return {
    // A closed channel throws on sending; the lock of the other side reports its end.
    send: (frame) => channel.postMessage(frame),
    listen(receive) {
      channel.onmessage = (event: MessageEvent) => receive(event.data as In)
    },
    close: () => channel.close(),
  }
}
