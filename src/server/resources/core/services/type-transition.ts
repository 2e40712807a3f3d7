import type { Service, ServicePort, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import {
  isExternallyAccessible,
  isExternalName,
  isLoadBalancer,
  needsHealthCheckPort,
  needsNodePort,
  nodePortsOf,
  sameClusterIPs,
  sameIPFamilies,
  specOf,
} from './service-type.ts'

/**
 * Lets clients omit allocated fields from an update: keeps addresses and ports, synchronizes `clusterIP` and
 * `clusterIPs`, and clears fields that the new type does not use. [SVC10]
 */
export function carryOver(next: Service, live: Service): void {
  const spec = (next.spec = { ...next.spec, ports: next.spec?.ports?.map((port) => ({ ...port })) })
  const liveSpec = specOf(live)
  keepAllocated(spec, liveSpec)
  alignClusterIPs(spec, liveSpec)
  dropUnusedAddresses(spec, liveSpec)
  dropUnusedPorts(spec, liveSpec)
  dropUnusedPolicies(spec, liveSpec)
  if (!isLoadBalancer(spec)) next.status = { ...next.status, loadBalancer: {} }
}

function keepAllocated(spec: ServiceSpec, live: ServiceSpec): void {
  if (!isExternalName(spec) && !isExternalName(live)) {
    spec.clusterIP ||= live.clusterIP
    if (isEmpty(spec.clusterIPs) && !isEmpty(live.clusterIPs)) spec.clusterIPs = live.clusterIPs
  }
  if (needsNodePort(spec) && needsNodePort(live)) keepNodePorts(spec.ports ?? [], live)
  if (needsHealthCheckPort(spec) && needsHealthCheckPort(live)) spec.healthCheckNodePort ||= live.healthCheckNodePort
}

const isEmpty = (list: readonly string[] | undefined): boolean => (list ?? []).length === 0

/** A port keeps the node port of the live port with the same name, unless another port requests it. */
function keepNodePorts(ports: readonly ServicePort[], live: ServiceSpec): void {
  const asked = new Set(nodePortsOf({ ports: [...ports] }))
  const liveByName = new Map((live.ports ?? []).map(({ name = '', nodePort = 0 }) => [name, nodePort]))
  for (const port of ports) {
    const kept = liveByName.get(port.name ?? '') ?? 0
    if ((port.nodePort ?? 0) === 0 && kept !== 0 && !asked.has(kept)) port.nodePort = kept
  }
}

/**
 * Makes `clusterIP` the first of `clusterIPs`; old clients set only `clusterIP`. Also used on create, without a live
 * spec.
 */
export function alignClusterIPs(spec: ServiceSpec, live: ServiceSpec | null): void {
  const { clusterIP = '' } = spec
  if (live === null) {
    if (clusterIP !== '' && isEmpty(spec.clusterIPs)) spec.clusterIPs = [clusterIP]
    return
  }
  if (clusterIP === (live.clusterIP ?? '')) {
    if (isEmpty(spec.clusterIPs) && !isEmpty(live.clusterIPs)) spec.clusterIPs = live.clusterIPs
    return
  }
  if (!sameClusterIPs(live, spec)) return
  if (clusterIP === '') delete spec.clusterIPs
  else spec.clusterIPs = [clusterIP]
}

function dropUnusedAddresses(spec: ServiceSpec, live: ServiceSpec): void {
  if (isExternalName(live) || !isExternalName(spec)) return
  // An external name has no cluster IP that receives traffic. [SVC16]
  if (spec.internalTrafficPolicy === live.internalTrafficPolicy) delete spec.internalTrafficPolicy
  if ((spec.clusterIP ?? '') === (live.clusterIP ?? '') && sameClusterIPs(live, spec)) {
    delete spec.clusterIP
    delete spec.clusterIPs
  }
  if (sameIPFamilies(live, spec)) delete spec.ipFamilies
  if (spec.ipFamilyPolicy === live.ipFamilyPolicy) delete spec.ipFamilyPolicy
}

function dropUnusedPorts(spec: ServiceSpec, live: ServiceSpec): void {
  const livePorts = new Set(nodePortsOf(live))
  const hasNoNewPorts = nodePortsOf(spec).every((nodePort) => livePorts.has(nodePort))
  if (needsNodePort(live) && !needsNodePort(spec) && hasNoNewPorts) {
    for (const port of spec.ports ?? []) delete port.nodePort
  }
  const sameHealthPort = (spec.healthCheckNodePort ?? 0) === (live.healthCheckNodePort ?? 0)
  if (needsHealthCheckPort(live) && !needsHealthCheckPort(spec) && sameHealthPort) delete spec.healthCheckNodePort
}

function dropUnusedPolicies(spec: ServiceSpec, live: ServiceSpec): void {
  if (isLoadBalancer(live) && !isLoadBalancer(spec)) {
    if (spec.allocateLoadBalancerNodePorts === live.allocateLoadBalancerNodePorts) {
      delete spec.allocateLoadBalancerNodePorts
    }
    if (spec.loadBalancerClass === live.loadBalancerClass) delete spec.loadBalancerClass
  }
  const samePolicy = (spec.externalTrafficPolicy ?? '') === (live.externalTrafficPolicy ?? '')
  if (isExternallyAccessible(live) && !isExternallyAccessible(spec) && samePolicy) delete spec.externalTrafficPolicy
}
