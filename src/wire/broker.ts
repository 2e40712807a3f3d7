import type { ClientFrame, ServerFrame } from './protocol.ts'
import { channelPort, type WirePort } from './wire-port.ts'

/*
 * Discovery of a server in the worker of another tab. A BroadcastChannel cannot transfer a MessagePort, so the two ends
 * agree on a separate channel and exchange the usual frames there.
 */

type BrokerMessage =
  /** A page searches for a server and listens on the channel of `client`. */
  | { readonly type: 'find'; readonly client: string }
  /** A server serves `client`. */
  | { readonly type: 'serving'; readonly client: string }
  /** A server has just started. */
  | { readonly type: 'here' }

const BROKER = 'orchard-broker-1'
const channelName = (client: string): string => `orchard-port-${client}`

/**
 * The server side: `accept` is called with a port for each tab that searches for a server. Returns a function that
 * stops it.
 */
export function offerServer(accept: (port: WirePort<ServerFrame, ClientFrame>) => void): () => void {
  const broker = new BroadcastChannel(BROKER)
  const send = (message: BrokerMessage): void => broker.postMessage(message)
  broker.onmessage = (event: MessageEvent) => {
    const message = event.data as BrokerMessage
    if (message.type !== 'find') return
    accept(channelPort(new BroadcastChannel(channelName(message.client))))
    send({ type: 'serving', client: message.client })
  }
  send({ type: 'here' })
  return () => broker.close()
}

/**
 * The page side: `found` is called with a port as soon as a server serves it, including one that starts later. Returns
 * a function that ends the search.
 */
export function findServer(client: string, found: (port: WirePort<ClientFrame, ServerFrame>) => void): () => void {
  const broker = new BroadcastChannel(BROKER)
  const channel = new BroadcastChannel(channelName(client))
  let handed = false
  const look = (): void => broker.postMessage({ type: 'find', client } satisfies BrokerMessage)
  broker.onmessage = (event: MessageEvent) => {
    const message = event.data as BrokerMessage
    if (message.type === 'here') look()
    if (message.type !== 'serving' || message.client !== client || handed) return
    handed = true
    broker.close()
    found(channelPort(channel))
  }
  look()
  return () => {
    broker.close()
    if (!handed) channel.close()
  }
}
