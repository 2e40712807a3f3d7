import type { OutboundFetch } from '#api/outbound-fetch.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import { userHeaders } from './remote-headers.ts'
import type { RemoteService } from './remote-service.ts'
import type { Resolved } from './resolve-service.ts'

/** A request for another server. */
export interface RemoteCall {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly user: UserInfo
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: ArrayBuffer | undefined
  readonly signal?: AbortSignal | undefined
}

/** No server is found for an APIService; reason and message are those of its condition. */
export class ServiceMissingError extends Error {
  override readonly name = 'ServiceMissingError'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

interface Ports {
  readonly fetch: OutboundFetch
  readonly resolve: (service: RemoteService) => Promise<Resolved>
}

/** The URL of a path of the other server. Its host is the name in the certificate of the server. */
export const urlOf = ({ service: { name, namespace, port } }: RemoteService, target: string): string =>
  `https://${name}.${namespace}.svc:${port}${target}`

/**
 * Calls another server over HTTPS, at the address of its service. Its certificate must be for `NAME.NAMESPACE.svc`, and
 * from the APIService's authorities unless it says to skip the check. [APS7] @throws ServiceMissingError, or the host's
 * error if the connection fails
 */
export const callService =
  ({ fetch, resolve }: Ports) =>
  async (remote: RemoteService, call: RemoteCall): Promise<Response> => {
    const resolved = await resolve(remote)
    if (resolved.type === 'missing') throw new ServiceMissingError(resolved.reason, resolved.message)
    const lines = [...call.headers, ...userHeaders(call.user)]
    const headers = new Headers()
    for (const [name, value] of lines) headers.append(name, value)
    const request = new Request(urlOf(remote, call.target), {
      method: call.method,
      headers,
      redirect: 'manual',
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    })
    return fetch(request, {
      connectTo: { host: resolved.host, port: resolved.port },
      headerLines: lines,
      insecureSkipTlsVerify: remote.insecureSkipTlsVerify,
      ...(remote.caBundle === '' ? {} : { caBundle: remote.caBundle }),
    })
  }
