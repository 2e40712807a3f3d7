import { own } from '#api/json.ts'
import { warnOfCidr, warnOfIp } from '#server/resources/parts/validation/addresses.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isExternalName, specOf } from './service-type.ts'

const hintsAnnotation = 'service.orch.io/topology-aware-hints'
const modeAnnotation = 'service.orch.io/topology-mode'

/** Warns of deprecated and ineffective fields. [SVC11] */
export function warnOfService(service: Service): readonly string[] {
  const spec = specOf(service)
  const { clusterIPs = [], externalIPs = [], loadBalancerIP = '', loadBalancerSourceRanges: ranges = [] } = spec
  const hints = own(service.metadata.annotations, hintsAnnotation)
  const isHeadless = spec.type === 'ClusterIP' && spec.clusterIP === 'None'
  return [
    ...(hints === undefined
      ? []
      : [`annotation ${hintsAnnotation} is deprecated, please use ${modeAnnotation} instead`]),
    ...(isHeadless ? [] : clusterIPs.flatMap((text, at) => warnOfIp(text, `spec.clusterIPs[${at}]`))),
    ...(isHeadless ? warnOfHeadless(spec) : []),
    ...externalIPs.flatMap((text, at) => warnOfIp(text, `spec.externalIPs[${at}]`)),
    ...(loadBalancerIP === '' ? [] : warnOfIp(loadBalancerIP, 'spec.loadBalancerIP')),
    ...ranges.flatMap((text, at) => warnOfCidr(text, `spec.loadBalancerSourceRanges[${at}]`)),
    ...warnOfExternalName(spec),
  ]
}

const warnOfHeadless = ({ loadBalancerIP = '', externalIPs = [], sessionAffinity }: ServiceSpec): readonly string[] => [
  ...(loadBalancerIP === '' ? [] : ['spec.loadBalancerIP is ignored for headless services']),
  ...(externalIPs.length === 0 ? [] : ['spec.externalIPs is ignored for headless services']),
  ...(sessionAffinity === 'None' ? [] : ['spec.SessionAffinity is ignored for headless services']),
]

function warnOfExternalName(spec: ServiceSpec): readonly string[] {
  if (isExternalName(spec)) {
    return (spec.externalIPs ?? []).length > 0 ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []
  }
  return (spec.externalName ?? '') === '' ? [] : ['spec.externalName is ignored when spec.type is not "ExternalName"']
}

export const warnOfStatus = ({ status }: Service): readonly string[] =>
  (status?.loadBalancer?.ingress ?? []).flatMap(({ ip = '' }, at) =>
    ip === '' ? [] : warnOfIp(ip, `status.loadBalancer.ingress[${at}]`),
  )
