import { cloneJson } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { HorizontalPodAutoscaler, HPAScalingRules } from '#server/kinds/types/autoscaling-v2.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { validateAutoscaler, validateAutoscalerStatus, validateAutoscalerUpdate } from './validation.ts'

const doubling = { type: 'Percent', value: 100, periodSeconds: 15 }
const upRules: HPAScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, doubling],
}
const downRules: HPAScalingRules = { selectPolicy: 'Max', policies: [doubling] }

/** [HPA4] */
export function defaultAutoscaler(next: HorizontalPodAutoscaler): void {
  const spec = (next.spec ??= {})
  spec.minReplicas ??= 1
  if ((spec.metrics ?? []).length === 0) {
    const target = { type: 'Utilization', averageUtilization: 80 }
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
  }
  if (!spec.behavior) return
  spec.behavior.scaleUp = withDefaults(spec.behavior.scaleUp, upRules)
  spec.behavior.scaleDown = withDefaults(spec.behavior.scaleDown, downRules)
}

function withDefaults(rules: HPAScalingRules | undefined, defaults: HPAScalingRules): HPAScalingRules {
  const given = Object.entries(rules ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return { ...cloneJson(defaults), ...Object.fromEntries(given) }
}

/** Drops tolerances, whose feature gate is off by default in 1.34. */
function dropDisabled({ spec }: HorizontalPodAutoscaler): void {
  for (const rules of [spec?.behavior?.scaleUp, spec?.behavior?.scaleDown]) if (rules) delete rules.tolerance
}

export const strategy: Strategy<HorizontalPodAutoscaler> = {
  validateName: dns1123SubdomainName,
  default: defaultAutoscaler,
  prepareForCreate(next) {
    next.status = {}
    dropDisabled(next)
  },
  validate: validateAutoscaler,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropDisabled(next)
  },
  validateUpdate: validateAutoscalerUpdate,
}

export const statusStrategy: Strategy<HorizontalPodAutoscaler> = {
  ...strategy,
  prepareForUpdate: keepSpec,
  validateUpdate: (next) => validateAutoscalerStatus(next),
}
