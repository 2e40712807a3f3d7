/** What the wire needs of a MessagePort: frames out, frames in, an end. */
export interface WirePort<Out, In> {
  /** Sends one frame. `transfer` lists buffers that the sender will not touch again. */
  send(frame: Out, transfer?: readonly ArrayBuffer[]): void
  /** Takes over the receiving side; frames that came before are delivered first. */
  listen(receive: (frame: In) => void): void
  close(): void
}

interface PortLike {
  postMessage(message: unknown, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

/** A MessagePort, of a page, a worker or Node. */
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
 * A BroadcastChannel whose name only two ends know. It copies where a port would move, and needs nobody to hand a port
 * over: so a tab reaches a server that lives in another tab.
 */
export function channelPort<Out, In>(channel: BroadcastChannel): WirePort<Out, In> {
  return {
    // A sealed channel throws on sending; the end of the other side is told by its lock.
    send: (frame) => channel.postMessage(frame),
    listen(receive) {
      channel.onmessage = (event: MessageEvent) => receive(event.data as In)
    },
    close: () => channel.close(),
  }
}
