import type { Service, ServicePort, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isExternallyAccessible, isLoadBalancer } from './service-type.ts'

const affinitySeconds = 10_800

/** Sets the defaults that depend on the type and other fields. [SVC1] */
export function defaultService(next: Service): void {
  const spec = (next.spec ??= {})
  defaultSessionAffinity(spec)
  spec.type ||= 'ClusterIP'
  for (const port of spec.ports ?? []) defaultPort(port)
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= 'Cluster'
  const hasAddress = ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)
  if (hasAddress) spec.internalTrafficPolicy ??= 'Cluster'
  if (isLoadBalancer(spec)) defaultLoadBalancer(next, spec)
}

function defaultLoadBalancer({ status }: Service, spec: ServiceSpec): void {
  spec.allocateLoadBalancerNodePorts ??= true
  for (const ingress of status?.loadBalancer?.ingress ?? []) {
    if ((ingress.ip ?? '') !== '') ingress.ipMode ??= 'VIP'
  }
}

function defaultSessionAffinity(spec: ServiceSpec): void {
  if ((spec.sessionAffinity ?? '') === '') spec.sessionAffinity = 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } }
  }
}

function defaultPort(port: ServicePort): void {
  if ((port.protocol ?? '') === '') port.protocol = 'TCP'
  const { targetPort = 0 } = port
  if (targetPort === 0 || targetPort === '') port.targetPort = port.port ?? 0
}
