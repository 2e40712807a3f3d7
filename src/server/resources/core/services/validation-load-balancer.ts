import { type FieldError, forbidden, index, invalid, key as keyOf, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { qualifiedName } from '#api/names.ts'
import { validateCidr } from '#server/resources/parts/validation/addresses.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { isLoadBalancer, specOf } from './service-type.ts'

const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'"
const rangesAnnotation = 'service.beta.orch.io/load-balancer-source-ranges'

/**
 * Validates the source ranges of the field, or of the older annotation, whose entries may have spaces around them.
 * [SVC6]
 */
export function validateSourceRanges(service: Service): readonly FieldError[] {
  const spec = specOf(service)
  const { loadBalancerSourceRanges: ranges = [] } = spec
  const annotation = own(service.metadata.annotations, rangesAnnotation)
  const wrongType = (path: string): readonly FieldError[] =>
    isLoadBalancer(spec) ? [] : [forbidden(path, onlyLoadBalancer)]
  if (ranges.length > 0) {
    // The reference spells this path with a capital letter.
    const path = 'spec.LoadBalancerSourceRanges'
    return [...wrongType(path), ...ranges.flatMap((range, at) => validateCidr(range.trim(), index(path, at)))]
  }
  if (annotation === undefined) return []
  const path = keyOf('metadata.annotations', rangesAnnotation)
  const texts = annotation.trim() === '' ? [] : annotation.trim().split(',')
  return [...wrongType(path), ...texts.flatMap((range) => validateCidr(range.trim(), path))]
}

export function validateNodePortAllocation(spec: ServiceSpec): readonly FieldError[] {
  const { allocateLoadBalancerNodePorts: allocate } = spec
  if (isLoadBalancer(spec)) return allocate === undefined ? [required('allocateLoadBalancerNodePorts')] : []
  return allocate === undefined ? [] : [forbidden('spec.allocateLoadBalancerNodePorts', onlyLoadBalancer)]
}

/** The class may be set only when a service becomes a load balancer. [SVC7] */
export function validateLoadBalancerClass(live: ServiceSpec | null, spec: ServiceSpec): readonly FieldError[] {
  const path = 'spec.loadBalancerClass'
  const { loadBalancerClass } = spec
  if (!isLoadBalancer(spec)) return loadBalancerClass === undefined ? [] : [forbidden(path, onlyLoadBalancer)]
  const changed = live !== null && isLoadBalancer(live) && live.loadBalancerClass !== loadBalancerClass
  return [
    ...(changed ? [invalid(path, loadBalancerClass ?? null, 'may not change once set')] : []),
    ...(loadBalancerClass === undefined ? [] : checkText(loadBalancerClass, path, qualifiedName)),
  ]
}
