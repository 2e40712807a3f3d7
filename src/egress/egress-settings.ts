/** Where a proxy listens, and with what keys it is spoken to. */
export type Transport =
  | {
      readonly type: 'tcp'
      readonly url: string
      /** Paths of files; `''` for none. */
      readonly tls: { readonly caBundle: string; readonly clientCert: string; readonly clientKey: string } | null
    }
  | { readonly type: 'uds'; readonly path: string }

/** How connections of one kind are made. */
export type Route =
  | { readonly type: 'direct' }
  | { readonly type: 'http-connect'; readonly transport: Transport }
  | { readonly type: 'grpc'; readonly transport: Transport & { readonly type: 'uds' } }

/** What a connection is for. */
export type EgressName = 'controlplane' | 'cluster' | 'etcd'

/** A valid EgressSelectorConfiguration: routes by name. */
export type EgressSettings = ReadonlyMap<EgressName, Route>

/** The route of a connection: without settings, or for a name that they leave out, it is dialled directly. [EG1] */
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

/** A route in one line. */
export function describeRoute(route: Route): string {
  if (route.type === 'direct') return 'direct'
  const { transport } = route
  const place = transport.type === 'tcp' ? transport.url : transport.path
  return `${route.type === 'grpc' ? 'GRPC' : 'HTTPConnect'} through ${place}`
}

/** Host and port of a URL, as proxies want it. */
export function addressOf(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return `${url.hostname}:${port}`
}
