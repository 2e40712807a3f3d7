import type { ReceiveRequest } from '#server/receive-requests.ts'
import type { OrchardServer } from './orchard-server.ts'

/** A server as hosts use it: with the properties of a request that a `Request` cannot have. */
export interface HostedServer extends OrchardServer {
  readonly receive: ReceiveRequest
}

export const isHosted = (server: OrchardServer): server is HostedServer =>
  'receive' in server && typeof server.receive === 'function'
