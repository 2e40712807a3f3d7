import { type FieldError, index, invalid } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { warnOfIp } from '#server/resources/parts/validation/addresses.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import type { Ingress } from '#server/kinds/types/networking-v1.ts'
import { validateLoadBalancer } from './load-balancer-status.ts'
import { validate } from './validation.ts'

const classAnnotation = 'orch.io/ingress.class'
const annotatedClass = ({ metadata: { annotations } }: Ingress): string | undefined => annotations?.[classAnnotation]

/**
 * The class was an annotation originally: it is still supported, but must not contradict the field on create. [ING5]
 */
function validateClass(next: Ingress): readonly FieldError[] {
  const annotated = annotatedClass(next)
  const named = next.spec?.ingressClassName
  if (annotated === undefined || named === undefined || annotated === named) return []
  return [invalid(`annotations.${classAnnotation}`, annotated, 'must match `ingressClassName` when both are specified')]
}

function warnings(next: Ingress, live: Ingress | null): readonly string[] {
  if (live !== null || annotatedClass(next) === undefined || next.spec?.ingressClassName !== undefined) return []
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
}

export const strategy: Strategy<Ingress> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'whole',
  prepareForCreate(next) {
    delete next.status
    startGeneration(next)
  },
  validate: (next) => [...validate(next), ...validateClass(next)],
  prepareForUpdate(next, live) {
    next.status = live.status
    countSpecChange(next, live)
  },
  validateUpdate: validate,
  warnings,
}

/** `status`: keeps the spec, and thereby the generation. [ING7] */
export const statusStrategy: Strategy<Ingress> = {
  validateName: dns1123SubdomainName,
  validate,
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  validateUpdate: validateLoadBalancer,
  warnings: ({ status }) =>
    (status?.loadBalancer?.ingress ?? []).flatMap(({ ip = '' }, at) =>
      ip === '' ? [] : warnOfIp(ip, index('status.loadBalancer.ingress', at)),
    ),
}
