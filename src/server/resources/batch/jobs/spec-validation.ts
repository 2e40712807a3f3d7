import type { Pieces } from '#api/bodies/in-pieces.ts'
import {
  child,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from '#api/field-error.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { validatePodTemplate } from '#server/resources/parts/pod-spec/pod-template.ts'
import type { JobSpec, SuccessPolicyRule } from '#server/kinds/types/batch-v1.ts'
import { countIndexes } from './indexes.ts'
import { validateManager } from './manager.ts'
import { validateFailurePolicy } from './failure-policy.ts'

const indexedParallelismMax = 100_000
const failedIndexesMax = 100_000
const manyCompletions = 100_000
const parallelismOfMany = 10_000
const failedIndexesOfMany = 10_000
const successRulesMax = 20

/** Validates the spec of a job, or of the job template of a cron job, except for its selector. [JOB1] [ER8] */
export function* validateJobSpecParts(spec: JobSpec, path: FieldPath): Pieces<readonly FieldError[]> {
  const inTemplate = yield* validatePodTemplate(spec.template ?? {}, child(path, 'template'))
  return [
    ...validateNumbers(spec, path),
    ...(spec.managedBy === undefined ? [] : validateManager(spec.managedBy, child(path, 'managedBy'))),
    ...validateMode(spec, path),
    ...(spec.podFailurePolicy ? validateFailurePolicy(spec, child(path, 'podFailurePolicy')) : []),
    ...validateSuccessPolicy(spec, child(path, 'successPolicy')),
    ...validateReplacement(spec, child(path, 'podReplacementPolicy')),
    ...inTemplate,
    ...validateRestartPolicy(spec, child(path, 'template', 'spec', 'restartPolicy')),
  ]
}

function validateNumbers(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const names = [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ] as const
  const errors = names.flatMap((name) => nonNegative(spec[name], child(path, name)))
  if (spec.maxFailedIndexes === undefined || spec.backoffLimitPerIndex !== undefined) return errors
  return [...errors, required(child(path, 'backoffLimitPerIndex'), 'when maxFailedIndexes is specified')]
}

function validateMode(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const mode = spec.completionMode
  if (mode === 'Indexed') return [...validateIndexed(spec, path), ...validateManyIndexes(spec, path)]
  if (mode !== undefined && mode !== 'NonIndexed') {
    return [notSupported(child(path, 'completionMode'), mode, ['NonIndexed', 'Indexed'])]
  }
  return (['backoffLimitPerIndex', 'maxFailedIndexes'] as const).flatMap((name) => {
    const value = spec[name]
    return value === undefined ? [] : [invalid(child(path, name), value, 'requires indexed completion mode')]
  })
}

function validateIndexed(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes: failed } = spec
  const errors: FieldError[] = []
  if (completions === undefined) {
    errors.push(required(child(path, 'completions'), 'when completion mode is Indexed'))
  }
  if (parallelism > indexedParallelismMax) {
    const why = `must be less than or equal to ${indexedParallelismMax} when completion mode is Indexed`
    errors.push(invalid(child(path, 'parallelism'), parallelism, why))
  }
  if (failed === undefined) return errors
  const here = child(path, 'maxFailedIndexes')
  if (completions !== undefined && failed > completions) {
    errors.push(invalid(here, failed, 'must be less than or equal to completions'))
  }
  if (failed > failedIndexesMax) errors.push(invalid(here, failed, `must be less than or equal to ${failedIndexesMax}`))
  return errors
}

function validateManyIndexes(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const { completions = 0, parallelism = 0, maxFailedIndexes: failed } = spec
  if (completions <= manyCompletions || spec.backoffLimitPerIndex === undefined) return []
  const when = `when completions are above ${manyCompletions} and used with backoff limit per index`
  const errors: FieldError[] = []
  if (failed === undefined) {
    const why = `must be specified when completions is above ${manyCompletions}`
    errors.push(required(child(path, 'maxFailedIndexes'), why))
  }
  if (parallelism > parallelismOfMany) {
    const why = `must be less than or equal to ${parallelismOfMany} ${when}`
    errors.push(invalid(child(path, 'parallelism'), parallelism, why))
  }
  if (failed !== undefined && failed > failedIndexesOfMany) {
    const why = `must be less than or equal to ${failedIndexesOfMany} ${when}`
    errors.push(invalid(child(path, 'maxFailedIndexes'), failed, why))
  }
  return errors
}

function validateSuccessPolicy(spec: JobSpec, path: FieldPath): readonly FieldError[] {
  const policy = spec.successPolicy
  if (!policy) return []
  if (spec.completionMode !== 'Indexed') {
    return [invalid(path, internalForm('batch.v1.SuccessPolicy', policy), 'requires indexed completion mode')]
  }
  const rules = policy.rules ?? []
  const here = child(path, 'rules')
  return [
    ...(rules.length === 0
      ? [required(here, 'at least one rules must be specified when the successPolicy is specified')]
      : []),
    ...(rules.length > successRulesMax ? [tooMany(here, rules.length, successRulesMax)] : []),
    ...rules.flatMap((rule, at) => validateSuccessRule(rule, spec.completions ?? 0, index(here, at))),
  ]
}

function validateSuccessRule(rule: SuccessPolicyRule, completions: number, path: FieldPath): readonly FieldError[] {
  const { succeededCount: count, succeededIndexes: indexes } = rule
  const errors: FieldError[] = []
  if (count === undefined && indexes === undefined) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'))
  }
  const total = indexes === undefined ? 0 : countIndexes(indexes, completions)
  if (indexes !== undefined && typeof total === 'string') {
    errors.push(invalid(child(path, 'succeededIndexes'), indexes, `error parsing succeededIndexes: ${total}`))
  }
  if (count === undefined) return errors
  const here = child(path, 'succeededCount')
  errors.push(...nonNegative(count, here))
  if (count > completions) {
    const why = `must be less than or equal to ${completions} (the number of specified completions)`
    errors.push(invalid(here, count, why))
  }
  const known = typeof total === 'string' ? 0 : total
  if (indexes !== undefined && count > known) {
    const why = `must be less than or equal to ${known} (the number of indexes in the specified succeededIndexes field)`
    errors.push(invalid(here, count, why))
  }
  return errors
}

function validateReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: JobSpec,
  path: FieldPath,
): readonly FieldError[] {
  if (policy === undefined) return []
  const supported = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed']
  return supported.includes(policy) ? [] : [notSupported(path, policy, supported)]
}

/** Pods of a job must be able to finish, so `Always` is forbidden. */
function validateRestartPolicy({ template, podFailurePolicy }: JobSpec, path: FieldPath): readonly FieldError[] {
  const policy = template?.spec?.restartPolicy ?? ''
  if (policy === 'Always' || policy === '') return [required(path, 'valid values: "OnFailure", "Never"')]
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(path, policy, ['OnFailure', 'Never'])]
  if (!podFailurePolicy || policy === 'Never') return []
  return [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
}
