/** The address and TLS files of a proxy. */
export type Transport =
  | {
      readonly type: 'tcp'
      readonly url: string
      /** File paths; `''` if not set. */
      readonly tls: { readonly caBundle: string; readonly clientCert: string; readonly clientKey: string } | null
    }
  | { readonly type: 'uds'; readonly path: string }

/** The route of a connection. */
export type Route =
  | { readonly type: 'direct' }
  | { readonly type: 'http-connect'; readonly transport: Transport }
  | { readonly type: 'grpc'; readonly transport: Transport & { readonly type: 'uds' } }

/** The purpose of a connection. */
export type EgressName = 'controlplane' | 'cluster' | 'etcd'

/** A valid EgressSelectorConfiguration: routes by name. */
export type EgressSettings = ReadonlyMap<EgressName, Route>

/**
 * Returns the route of a connection: without settings, or without a route for its name, it is dialled directly.
 * [EG1]
 */
export function routeOf(
  settings: EgressSettings | null,
  name: EgressName,
): { readonly route: Route; readonly why: string } {
  const route = settings?.get(name)
  if (settings === null) return { route: { type: 'direct' }, why: 'there is no egress configuration' }
  return route === undefined
    ? { route: { type: 'direct' }, why: `the configuration names no route for ${name}` }
    : { route, why: `the configuration's route for ${name}` }
}

/** Describes a route in one line. */
export function describeRoute(route: Route): string {
  if (route.type === 'direct') return 'direct'
  const { transport } = route
  const place = transport.type === 'tcp' ? transport.url : transport.path
  return `${route.type === 'grpc' ? 'GRPC' : 'HTTPConnect'} through ${place}`
}

/** Returns host and port of a URL in the form that proxies require. */
export function addressOf(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return `${url.hostname}:${port}`
}
