import { child, type FieldError, type FieldPath, index, invalid, notSupported, required } from '#api/field-error.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '#server/kinds/types/autoscaling-v2.ts'
import { validateMetrics } from './metrics.ts'
import { apiVersionProblem, validateReference } from './object-reference.ts'

const stabilizationSecondsMax = 3600
const periodSecondsMax = 1800

/** The rules that an update skips because the live object already violates them. */
interface Allowed {
  readonly zeroReplicas: boolean
  readonly anyApiVersion: boolean
}

/** Validates the spec of an autoscaler. [HPA1] */
function validateSpec(spec: HorizontalPodAutoscalerSpec, allowed: Allowed): readonly FieldError[] {
  const target = spec.scaleTargetRef ?? {}
  const check = allowed.anyApiVersion ? 'none' : target.kind === 'ReplicationController' ? 'version' : 'group'
  return [
    ...validateCounts(spec, allowed.zeroReplicas ? 0 : 1),
    ...validateReference(target, 'spec.scaleTargetRef', check),
    ...validateMetrics(spec.metrics ?? [], 'spec.metrics', spec.minReplicas),
    ...validateRules(spec.behavior?.scaleUp, 'spec.behavior.scaleUp'),
    ...validateRules(spec.behavior?.scaleDown, 'spec.behavior.scaleDown'),
  ]
}

function validateCounts(
  { minReplicas, maxReplicas = 0 }: HorizontalPodAutoscalerSpec,
  least: number,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (minReplicas !== undefined && minReplicas < least) {
    errors.push(invalid('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`))
  }
  if (maxReplicas < 1) errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than 0'))
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'))
  }
  return errors
}

export const validateAutoscaler = ({ spec = {} }: HorizontalPodAutoscaler): readonly FieldError[] =>
  validateSpec(spec, { zeroReplicas: false, anyApiVersion: false })

export const validateAutoscalerUpdate = (
  { spec = {} }: HorizontalPodAutoscaler,
  { spec: old = {} }: HorizontalPodAutoscaler,
): readonly FieldError[] =>
  validateSpec(spec, {
    zeroReplicas: old.minReplicas === 0,
    anyApiVersion: apiVersionProblem(old.scaleTargetRef?.apiVersion ?? '', true) !== null,
  })

function validateRules(rules: HPAScalingRules | undefined, path: FieldPath): readonly FieldError[] {
  if (!rules) return []
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies = [] } = rules
  const window = child(path, 'stabilizationWindowSeconds')
  const errors: FieldError[] = []
  if (seconds !== undefined && seconds < 0) {
    errors.push(invalid(window, seconds, 'must be greater than or equal to zero'))
  }
  if (seconds !== undefined && seconds > stabilizationSecondsMax) {
    errors.push(invalid(window, seconds, `must be less than or equal to ${stabilizationSecondsMax}`))
  }
  const choices = ['Disabled', 'Max', 'Min']
  if (selectPolicy !== undefined && !choices.includes(selectPolicy)) {
    errors.push(notSupported(child(path, 'selectPolicy'), selectPolicy, choices))
  }
  const list = child(path, 'policies')
  if (policies.length === 0) errors.push(required(list, 'must specify at least one Policy'))
  return [...errors, ...policies.flatMap((policy, at) => validatePolicy(policy, index(list, at)))]
}

function validatePolicy(
  { type = '', value = 0, periodSeconds = 0 }: HPAScalingPolicy,
  path: FieldPath,
): readonly FieldError[] {
  const period = child(path, 'periodSeconds')
  const errors: FieldError[] = []
  if (type !== 'Pods' && type !== 'Percent') errors.push(notSupported(child(path, 'type'), type, ['Percent', 'Pods']))
  if (value <= 0) errors.push(invalid(child(path, 'value'), value, 'must be greater than zero'))
  if (periodSeconds <= 0) errors.push(invalid(period, periodSeconds, 'must be greater than zero'))
  if (periodSeconds > periodSecondsMax) {
    errors.push(invalid(period, periodSeconds, `must be less than or equal to ${periodSecondsMax}`))
  }
  return errors
}

/** [HPA3] */
export const validateAutoscalerStatus = ({ status = {} }: HorizontalPodAutoscaler): readonly FieldError[] => [
  ...nonNegative(status.currentReplicas, 'status.currentReplicas'),
  ...nonNegative(status.desiredReplicas, 'status.desiredReplicas'),
]
