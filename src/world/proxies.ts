import type { Route } from '#egress/egress-settings.ts'

/** A proxy of the simulated world. */
export interface ProxyParty {
  readonly name: string
  readonly protocol: 'HTTPConnect' | 'GRPC'
  /** URL or path of a socket. */
  readonly address: string
}

export const proxies: readonly ProxyParty[] = [
  { name: 'corridor', protocol: 'HTTPConnect', address: 'https://proxy.example.test:8131' },
  { name: 'hatch', protocol: 'HTTPConnect', address: '/run/orch/proxy.sock' },
  { name: 'tunnel', protocol: 'GRPC', address: '/run/orch/tunnel.sock' },
]

/** Returns the proxy of a route, `null` if none listens there. */
export function proxyOf(route: Route): ProxyParty | null {
  if (route.type === 'direct') return null
  const { transport } = route
  const address = transport.type === 'tcp' ? new URL(transport.url).origin : transport.path
  return proxies.find((each) => each.address === address) ?? null
}
