import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'

/** What the types and policies of services imply. A service without spec counts as one with an empty spec. */
export const specOf = (service: Service): ServiceSpec => service.spec ?? {}

const exposed = new Set(['NodePort', 'LoadBalancer'])

export const isExternalName = ({ type }: ServiceSpec): boolean => type === 'ExternalName'
export const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === 'LoadBalancer'

/** Without an address of its own: DNS names its endpoints. */
export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === 'None'

export const needsNodePort = ({ type = '' }: ServiceSpec): boolean => exposed.has(type)

/** Reachable from outside of the cluster. */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0)

/** Load balancers ask only those nodes that have an endpoint; a port answers which ones do. */
export const needsHealthCheckPort = (spec: ServiceSpec): boolean =>
  isLoadBalancer(spec) && spec.externalTrafficPolicy === 'Local'

export const sameTexts = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at])

export const sameClusterIPs = (a: ServiceSpec, b: ServiceSpec): boolean => sameTexts(a.clusterIPs, b.clusterIPs)
export const sameIPFamilies = (a: ServiceSpec, b: ServiceSpec): boolean => sameTexts(a.ipFamilies, b.ipFamilies)

/** Node ports in use by the ports of a service, in their order. */
export const nodePortsOf = ({ ports = [] }: ServiceSpec): readonly number[] =>
  ports.map(({ nodePort = 0 }) => nodePort).filter((nodePort) => nodePort !== 0)
