import type { EgressSelection, EgressSelectorConfiguration, EgressTransport } from '#config/config-types.ts'
import type { EgressName, EgressSettings, Route, Transport } from '#egress/egress-settings.ts'

const names: ReadonlySet<string> = new Set<EgressName>(['controlplane', 'cluster', 'etcd'])

/** Compiles a valid configuration into routes by name. */
export const compileEgress = ({ egressSelections }: EgressSelectorConfiguration): EgressSettings =>
  new Map(
    egressSelections.flatMap(({ name, connection }) =>
      names.has(name) ? [[name as EgressName, toRoute(connection)] as const] : [],
    ),
  )

function toRoute({ proxyProtocol, transport }: EgressSelection['connection']): Route {
  if (proxyProtocol === 'Direct' || transport === undefined) return { type: 'direct' }
  if (proxyProtocol === 'GRPC') return { type: 'grpc', transport: { type: 'uds', path: transport.uds?.udsName ?? '' } }
  return { type: 'http-connect', transport: toTransport(transport) }
}

function toTransport({ tcp, uds }: EgressTransport): Transport {
  if (tcp === undefined) return { type: 'uds', path: uds?.udsName ?? '' }
  const { caBundle = '', clientCert = '', clientKey = '' } = tcp.tlsConfig ?? {}
  return { type: 'tcp', url: tcp.url, tls: tcp.tlsConfig === undefined ? null : { caBundle, clientCert, clientKey } }
}
