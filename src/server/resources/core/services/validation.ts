import { type FieldError, forbidden, index, invalid, key as keyOf, notSupported, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { dns1123Subdomain } from '#api/names.ts'
import { validateLabels } from '#server/registry/metadata/validate-meta.ts'
import { validateIp, validateNonSpecialIp } from '#server/resources/parts/validation/addresses.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import {
  isExternalName,
  isExternallyAccessible,
  isHeadless,
  isLoadBalancer,
  needsHealthCheckPort,
  specOf,
} from './service-type.ts'
import { validateClusterIPs } from './validation-addresses.ts'
import {
  validateLoadBalancerClass,
  validateSourceRanges,
  validateNodePortAllocation,
} from './validation-load-balancer.ts'
import { forbidNodePorts, validateHealthCheckPort, validatePorts, validateUniquePorts } from './validation-ports.ts'

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const affinities = ['ClientIP', 'None']
const trafficPolicies = ['Cluster', 'Local']
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode']
const affinitySecondsMax = 86_400
const hintsAnnotation = 'service.orch.io/topology-aware-hints'
const modeAnnotation = 'service.orch.io/topology-mode'

/** Validates a service, in the order of the reference. [SVC2] */
export function validateService(service: Service): readonly FieldError[] {
  const spec = specOf(service)
  return [
    ...validateTopology(service),
    ...((spec.ports ?? []).length === 0 && !isHeadless(spec) && !isExternalName(spec) ? [required('spec.ports')] : []),
    ...validateByType(spec),
    ...validatePorts(spec),
    ...validateLabels(spec.selector ?? {}, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIPs(spec),
    ...validateExternalIPs(spec),
    ...validateOneOf(spec.type, 'spec.type', types),
    ...forbidNodePorts(spec),
    ...validateUniquePorts(spec),
    ...validateSourceRanges(service),
    ...validateNodePortAllocation(spec),
    ...validateLoadBalancerClass(null, spec),
    ...validateTrafficPolicies(spec),
  ]
}

function validateTopology({ metadata: { annotations } }: Service): readonly FieldError[] {
  const hints = own(annotations, hintsAnnotation)
  const mode = own(annotations, modeAnnotation)
  if (hints === undefined || mode === undefined || hints === mode) return []
  const text = `must match annotations[${hintsAnnotation}] when both are specified`
  return [invalid(keyOf('metadata.annotations', modeAnnotation), mode, text)]
}

function validateByType(spec: ServiceSpec): readonly FieldError[] {
  if (isExternalName(spec)) return validateExternalName(spec)
  const { type } = spec
  return (type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)
    ? [invalid(index('spec.clusterIPs', 0), 'None', `may not be set to 'None' for ${type} services`)]
    : []
}

function validateExternalName(spec: ServiceSpec): readonly FieldError[] {
  const unset = (field: string): FieldError => forbidden(field, 'may not be set for ExternalName services')
  // A trailing dot only marks the name as fully qualified.
  const target = (spec.externalName ?? '').replace(/\.$/, '')
  return [
    ...((spec.clusterIPs ?? []).length > 0 ? [unset('spec.clusterIPs')] : []),
    ...((spec.ipFamilies ?? []).length > 0 ? [unset('spec.ipFamilies')] : []),
    ...(spec.ipFamilyPolicy === undefined ? [] : [unset('spec.ipFamilyPolicy')]),
    ...(target === '' ? [required('spec.externalName')] : checkText(target, 'spec.externalName', dns1123Subdomain)),
  ]
}

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): readonly FieldError[] {
  const errors = validateOneOf(sessionAffinity, 'spec.sessionAffinity', affinities)
  const path = 'spec.sessionAffinityConfig'
  if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined) {
    return [...errors, forbidden(path, 'must not be set when session affinity is None')]
  }
  if (sessionAffinity !== 'ClientIP') return errors
  const { clientIP } = sessionAffinityConfig ?? {}
  const seconds = clientIP?.timeoutSeconds
  if (sessionAffinityConfig === undefined) return [...errors, required(path, 'when session affinity type is ClientIP')]
  if (clientIP === undefined) return [...errors, required(`${path}.clientIP`, 'when session affinity type is ClientIP')]
  if (seconds === undefined) {
    return [...errors, required(`${path}.clientIP.timeoutSeconds`, 'when session affinity type is ClientIP')]
  }
  return seconds <= 0 || seconds > affinitySecondsMax
    ? [
        ...errors,
        invalid(
          `${path}.clientIP.timeoutSeconds`,
          seconds,
          `must be greater than 0 and less than ${affinitySecondsMax}`,
        ),
      ]
    : errors
}

const validateExternalIPs = ({ externalIPs = [] }: ServiceSpec): readonly FieldError[] =>
  externalIPs.flatMap((text, at) => {
    const path = index('spec.externalIPs', at)
    const errors = validateIp(text, path)
    return errors.length > 0 ? errors : validateNonSpecialIp(text, path)
  })

function validateTrafficPolicies(spec: ServiceSpec): readonly FieldError[] {
  const { externalTrafficPolicy = '', internalTrafficPolicy, trafficDistribution, type = '' } = spec
  const needsInternal = ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type)
  return [
    ...validateExternalPolicy(externalTrafficPolicy, isExternallyAccessible(spec)),
    ...validateHealthCheckPort(spec.healthCheckNodePort ?? 0, needsHealthCheckPort(spec)),
    ...(internalTrafficPolicy === undefined && needsInternal ? [required('spec.internalTrafficPolicy')] : []),
    ...(internalTrafficPolicy === undefined || trafficPolicies.includes(internalTrafficPolicy)
      ? []
      : [notSupported('spec.internalTrafficPolicy', internalTrafficPolicy, trafficPolicies)]),
    ...(trafficDistribution === undefined || distributions.includes(trafficDistribution)
      ? []
      : [notSupported('spec.trafficDistribution', trafficDistribution, distributions)]),
  ]
}

function validateExternalPolicy(policy: string, accessible: boolean): readonly FieldError[] {
  const path = 'spec.externalTrafficPolicy'
  if (accessible) return validateOneOf(policy, path, trafficPolicies)
  return policy === '' ? [] : [invalid(path, policy, 'may only be set for externally-accessible services')]
}

function validateOneOf(value: string | undefined, path: string, supported: readonly string[]): readonly FieldError[] {
  if (value === undefined || value === '') return [required(path)]
  return supported.includes(value) ? [] : [notSupported(path, value, supported)]
}

/** `status`: validates the ingress points of a load balancer. [SVC9] */
export function validateServiceStatus(service: Service): readonly FieldError[] {
  const path = 'status.loadBalancer.ingress'
  const ingresses = service.status?.loadBalancer?.ingress ?? []
  if (!isLoadBalancer(specOf(service)) && ingresses.length > 0) {
    return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")]
  }
  return ingresses.flatMap(({ ip = '', ipMode, hostname = '' }, at) => [
    ...(ip === '' ? [] : validateIp(ip, `${path}[${at}].ip`)),
    ...validateIpMode(ipMode, ip, `${path}[${at}].ipMode`),
    ...(hostname === '' ? [] : validateHostname(hostname, `${path}[${at}].hostname`)),
  ])
}

function validateIpMode(mode: string | undefined, ip: string, path: string): readonly FieldError[] {
  const modes = ['Proxy', 'VIP']
  if (mode === undefined) return ip === '' ? [] : [required(path, 'must be specified when `ip` is set')]
  if (ip === '') return [forbidden(path, 'may not be specified when `ip` is not set')]
  return modes.includes(mode) ? [] : [notSupported(path, mode, modes)]
}

const validateHostname = (hostname: string, path: string): readonly FieldError[] => [
  ...checkText(hostname, path, dns1123Subdomain),
  ...(validateIp(hostname, path).length === 0
    ? [invalid(path, hostname, 'must be a DNS name, not an IP address')]
    : []),
]
