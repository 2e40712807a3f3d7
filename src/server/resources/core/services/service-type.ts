import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'

/** Returns the spec of a service; an absent spec counts as empty. */
export const specOf = (service: Service): ServiceSpec => service.spec ?? {}

const exposed = new Set(['NodePort', 'LoadBalancer'])

export const isExternalName = ({ type }: ServiceSpec): boolean => type === 'ExternalName'
export const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === 'LoadBalancer'

/** Reports whether a service is headless: it has no address, and DNS resolves to its endpoints. */
export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === 'None'

export const needsNodePort = ({ type = '' }: ServiceSpec): boolean => exposed.has(type)

/** Reports whether a service is reachable from outside of the cluster. */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0)

/** Reports whether load balancers need a port that reports which nodes have an endpoint. */
export const needsHealthCheckPort = (spec: ServiceSpec): boolean =>
  isLoadBalancer(spec) && spec.externalTrafficPolicy === 'Local'

export const sameTexts = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at])

export const sameClusterIPs = (a: ServiceSpec, b: ServiceSpec): boolean => sameTexts(a.clusterIPs, b.clusterIPs)
export const sameIPFamilies = (a: ServiceSpec, b: ServiceSpec): boolean => sameTexts(a.ipFamilies, b.ipFamilies)

/** Returns the node ports of a service, in the order of its ports. */
export const nodePortsOf = ({ ports = [] }: ServiceSpec): readonly number[] =>
  ports.map(({ nodePort = 0 }) => nodePort).filter((nodePort) => nodePort !== 0)
