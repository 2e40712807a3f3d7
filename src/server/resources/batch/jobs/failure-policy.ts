import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from '#server/kinds/types/batch-v1.ts'

const rulesMax = 20
const exitCodesMax = 255
const patternsMax = 20
const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']

/** Validates the pod failure policy. [JOB3] */
export function validateFailurePolicy(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? []
  const here = child(path, 'rules')
  const pod = spec.template?.spec ?? {}
  const names = new Set([...(pod.containers ?? []), ...(pod.initContainers ?? [])].map(({ name }) => name ?? ''))
  const perIndex = spec.backoffLimitPerIndex !== undefined
  return [
    ...(rules.length > rulesMax ? [tooMany(here, rules.length, rulesMax)] : []),
    ...rules.flatMap((rule, at) => [
      ...validateAction(rule.action ?? '', perIndex, child(index(here, at), 'action')),
      ...validateRule(rule, names, index(here, at)),
    ]),
  ]
}

const quoted = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(' ')}]`

/** Requires one of `supported`; the error texts differ from those of other enumerations. */
function validateChoice(value: string, supported: readonly string[], path: FieldPath): readonly FieldError[] {
  if (value === '') return [required(path, `valid values: ${quoted(supported)}`)]
  return supported.includes(value) ? [] : [notSupported(path, value, supported)]
}

function validateAction(action: string, perIndex: boolean, path: FieldPath): readonly FieldError[] {
  if (action !== 'FailIndex') return validateChoice(action, actions, path)
  return perIndex ? [] : [invalid(path, action, 'requires the backoffLimitPerIndex to be set')]
}

function validateRule(rule: PodFailurePolicyRule, names: ReadonlySet<string>, path: FieldPath): readonly FieldError[] {
  const conditions = rule.onPodConditions ?? []
  const errors: FieldError[] = []
  if (rule.onExitCodes) errors.push(...validateExitCodes(rule.onExitCodes, names, child(path, 'onExitCodes')))
  errors.push(...validatePatterns(conditions, child(path, 'onPodConditions')))
  if (rule.onExitCodes && conditions.length > 0) {
    errors.push(withoutValue(path, 'specifying both OnExitCodes and OnPodConditions is not supported'))
  }
  if (!rule.onExitCodes && conditions.length === 0) {
    errors.push(withoutValue(path, 'specifying one of OnExitCodes and OnPodConditions is required'))
  }
  return errors
}

/** Returns an invalid error whose message does not contain the value. */
export const withoutValue = (field: FieldPath, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  detail,
})

function validatePatterns(
  patterns: readonly PodFailurePolicyOnPodConditionsPattern[],
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...(patterns.length > patternsMax ? [tooMany(path, patterns.length, patternsMax)] : []),
    ...patterns.flatMap(({ type = '', status = '' }, at) => [
      ...checkText(type, child(index(path, at), 'type'), qualifiedName),
      ...validateChoice(status, ['False', 'True', 'Unknown'], child(index(path, at), 'status')),
    ]),
  ]
}

function validateExitCodes(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  const { operator = '', containerName: name } = requirement
  const errors = [...validateChoice(operator, ['In', 'NotIn'], child(path, 'operator'))]
  if (name !== undefined && !names.has(name)) {
    const why = 'must be one of the container or initContainer names in the pod template'
    errors.push(invalid(child(path, 'containerName'), name, why))
  }
  return [...errors, ...validateExitValues(requirement, child(path, 'values'))]
}

function validateExitValues(
  { operator, values: given }: PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
): readonly FieldError[] {
  const values = given ?? []
  const errors: FieldError[] = []
  if (values.length === 0) {
    errors.push(invalid(path, given ?? null, 'at least one value is required'))
  }
  if (values.length > exitCodesMax) errors.push(tooMany(path, values.length, exitCodesMax))
  const repeated = repetitionsIn(values)
  for (const [at, value] of values.entries()) {
    if (operator === 'In' && value === 0) {
      errors.push(invalid(index(path, at), value, 'must not be 0 for the In operator'))
    }
    if (repeated.has(at)) errors.push(duplicate(index(path, at), value))
  }
  const ordered = values.every((value, at) => at === 0 || (values[at - 1] ?? 0) <= value)
  return ordered ? errors : [...errors, invalid(path, [...values], 'must be ordered')]
}
