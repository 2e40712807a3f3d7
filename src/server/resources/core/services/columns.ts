import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { LoadBalancerIngress, Service, ServicePort, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { specOf } from './service-type.ts'

const none = '<none>'

const portText = ({ port = 0, nodePort = 0, protocol = '' }: ServicePort): string =>
  nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`

/** Formats the addresses of a load balancer; the Table always shows them in full. */
const ingressText = (ingresses: readonly LoadBalancerIngress[]): string =>
  [...new Set(ingresses.map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip)).filter((text) => text !== ''))]
    .toSorted()
    .join(',')

function externalText(service: Service): string {
  const spec = specOf(service)
  const { externalIPs = [] } = spec
  const listed = externalIPs.length === 0 ? none : externalIPs.join(',')
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return listed
    case 'LoadBalancer':
      return loadBalancerText(service, externalIPs)
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return '<unknown>'
  }
}

function loadBalancerText({ status }: Service, externalIPs: readonly string[]): string {
  const addresses = ingressText(status?.loadBalancer?.ingress ?? [])
  if (externalIPs.length > 0) return [...(addresses === '' ? [] : addresses.split(',')), ...externalIPs].join(',')
  return addresses === '' ? '<pending>' : addresses
}

const selectorText = ({ selector = {} }: ServiceSpec): string => {
  const pairs = Object.keys(selector).toSorted()
  return pairs.length === 0 ? none : pairs.map((name) => `${name}=${selector[name] ?? ''}`).join(',')
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<Service>(
    'Type',
    'ClusterIP, NodePort, LoadBalancer or ExternalName.',
    (service) => specOf(service).type ?? '',
  ),
  kindColumn<Service>('Cluster-IP', 'The address inside of the cluster; None for a headless service.', (service) => {
    const [first = none] = specOf(service).clusterIPs ?? []
    return first
  }),
  kindColumn<Service>('External-IP', 'The addresses outside of the cluster.', externalText),
  kindColumn<Service>('Port(s)', 'Each port as port:nodePort/protocol.', (service) => {
    const { ports = [] } = specOf(service)
    return ports.length === 0 ? none : ports.map(portText).join(',')
  }),
  ageColumn,
  kindColumn<Service>('Selector', 'The labels of the pods.', (service) => selectorText(specOf(service)), {
    priority: 1,
  }),
]
