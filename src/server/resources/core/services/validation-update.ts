import { type FieldError, forbidden, index, invalid } from '#api/field-error.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isExternalName, isHeadless, needsHealthCheckPort, specOf } from './service-type.ts'
import { validateLoadBalancerClass } from './validation-load-balancer.ts'
import { validateService } from './validation.ts'

const once = 'may not change once set'

/** The primary address and family are immutable; the secondary ones change only if the policy allows. [SVC8] */
export function validateServiceUpdate(next: Service, live: Service): readonly FieldError[] {
  const [spec, liveSpec] = [specOf(next), specOf(live)]
  return [
    ...(isExternalName(spec) || isExternalName(liveSpec)
      ? []
      : [...changedClusterIPs(spec, liveSpec), ...changedFamilies(spec, liveSpec)]),
    ...validateLoadBalancerClass(liveSpec, spec),
    ...changedHealthCheckPort(spec, liveSpec),
    ...validateService(next),
  ]
}

const needsSingleStack = (spec: ServiceSpec, what: string): readonly FieldError[] =>
  spec.ipFamilyPolicy === 'SingleStack'
    ? []
    : [
        invalid(
          'spec.ipFamilyPolicy',
          spec.ipFamilyPolicy ?? null,
          `must be set to 'SingleStack' when releasing the secondary ${what}`,
        ),
      ]

const isFirstChanged = (list: readonly string[], live: readonly string[]): boolean =>
  list.length > 0 && live.length > 0 && list[0] !== live[0]

function changedClusterIPs(spec: ServiceSpec, liveSpec: ServiceSpec): readonly FieldError[] {
  if (isHeadless(spec) && isHeadless(liveSpec)) return []
  const { clusterIPs = [] } = spec
  const { clusterIPs: liveIPs = [] } = liveSpec
  const shown = clusterIPs.length === 0 ? null : clusterIPs
  const changedAt = (at: number): FieldError => invalid(index('spec.clusterIPs', at), shown, once)
  if (clusterIPs.length === liveIPs.length) {
    return liveIPs.flatMap((text, at) => (text === clusterIPs[at] ? [] : [changedAt(at)]))
  }
  const errors = isFirstChanged(clusterIPs, liveIPs) ? [changedAt(0)] : []
  if (clusterIPs.length > liveIPs.length) return errors
  if (clusterIPs.length === 0)
    return [invalid(index('spec.clusterIPs', 0), shown, 'primary clusterIP can not be unset')]
  return clusterIPs.length === 1 ? [...errors, ...needsSingleStack(spec, 'clusterIP')] : errors
}

function changedFamilies(spec: ServiceSpec, liveSpec: ServiceSpec): readonly FieldError[] {
  if (isHeadless(spec) || isHeadless(liveSpec)) return []
  const path = index('spec.ipFamilies', 0)
  const { ipFamilies = [], clusterIPs = [] } = spec
  const { ipFamilies: liveFamilies = [] } = liveSpec
  if (ipFamilies.length === liveFamilies.length) {
    return liveFamilies.flatMap((family, at) => (family === ipFamilies[at] ? [] : [invalid(path, ipFamilies, once)]))
  }
  // The reference reports the addresses here instead of the families.
  const errors = isFirstChanged(ipFamilies, liveFamilies) ? [invalid(path, clusterIPs, once)] : []
  if (ipFamilies.length > liveFamilies.length) return errors
  const unset = clusterIPs.length === 0 ? [invalid(path, ipFamilies, 'primary ipFamily can not be unset')] : []
  return [...unset, ...errors, ...(ipFamilies.length === 1 ? needsSingleStack(spec, 'ipFamily') : [])]
}

const changedHealthCheckPort = (spec: ServiceSpec, liveSpec: ServiceSpec): readonly FieldError[] =>
  needsHealthCheckPort(spec) &&
  needsHealthCheckPort(liveSpec) &&
  (spec.healthCheckNodePort ?? 0) !== (liveSpec.healthCheckNodePort ?? 0)
    ? [forbidden('spec.healthCheckNodePort', 'field is immutable')]
    : []
