import { child, duplicate, type FieldError, index, invalid, required } from '#api/field-error.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { Job, JobSpec, JobStatus } from '#server/kinds/types/batch-v1.ts'
import { withoutValue } from './failure-policy.ts'
import { conditionRules } from './condition-rules.ts'
import { countIndexes, overlap } from './indexes.ts'
import { has, type JobChange, toChange } from './job-change.ts'

/** A status must not go backwards; the rules of a field apply when the field changes. [JOB10] */
export function validateJobStatus(next: Job, live: Job): readonly FieldError[] {
  const change = toChange(next, live)
  return [
    ...validateCounts(change.status),
    ...validateUncounted(change.status),
    ...conditionRules(change),
    ...validateIndexes(change),
    ...validateLateCounts(change),
    ...validateSuccess(change),
    ...validateAgainstLive(change),
  ]
}

const validateCounts = (status: JobStatus): readonly FieldError[] =>
  (['active', 'succeeded', 'failed', 'ready', 'terminating'] as const).flatMap((name) =>
    nonNegative(status[name], child('status', name)),
  )

function validateUncounted({ uncountedTerminatedPods }: JobStatus): readonly FieldError[] {
  const seen = new Set<string>()
  return (['succeeded', 'failed'] as const).flatMap((list) =>
    (uncountedTerminatedPods?.[list] ?? []).flatMap((uid, at) => {
      const path = index(child('status.uncountedTerminatedPods', list), at)
      if (uid === '') return [invalid(path, uid, 'must not be empty')]
      if (seen.has(uid)) return [duplicate(path, uid)]
      seen.add(uid)
      return []
    }),
  )
}

function validateIndexes(change: JobChange): readonly FieldError[] {
  const { status, old, spec } = change
  const isDone = (status.completedIndexes ?? '') !== (old.completedIndexes ?? '')
  const isFailed = status.failedIndexes !== old.failedIndexes
  return [
    ...(isDone ? parseProblem('completedIndexes', status.completedIndexes ?? '', spec.completions) : []),
    ...(isFailed && perIndex(spec) ? parseProblem('failedIndexes', status.failedIndexes, spec.completions) : []),
    ...(isDone ? validateMode(change) : []),
    ...(isFailed ? validateLimit(change) : []),
    ...(isDone || isFailed ? validateOverlap(status, spec.completions) : []),
  ]
}

const perIndex = ({ backoffLimitPerIndex }: JobSpec): boolean => backoffLimitPerIndex !== undefined

function validateMode({ status: { completedIndexes = '' }, spec }: JobChange): readonly FieldError[] {
  if (completedIndexes === '' || spec.completionMode === 'Indexed') return []
  const why = 'cannot set non-empty completedIndexes when non-indexed completion mode'
  return [invalid('status.completedIndexes', completedIndexes, why)]
}

function validateLimit({ status: { failedIndexes }, spec }: JobChange): readonly FieldError[] {
  if (perIndex(spec) || failedIndexes === undefined) return []
  const why = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'
  return [invalid('status.failedIndexes', failedIndexes, why)]
}

function parseProblem(
  field: 'completedIndexes' | 'failedIndexes',
  text: string | undefined,
  completions: number | undefined,
): readonly FieldError[] {
  if (text === undefined || completions === undefined) return []
  const problem = countIndexes(text, completions)
  return typeof problem === 'string'
    ? [invalid(child('status', field), text, `error parsing ${field}: ${problem}`)]
    : []
}

function validateOverlap(
  { completedIndexes = '', failedIndexes }: JobStatus,
  completions: number | undefined,
): readonly FieldError[] {
  if (completions === undefined || failedIndexes === undefined) return []
  const at = overlap(completedIndexes, failedIndexes, completions)
  if (at === null) return []
  const why = `failedIndexes and completedIndexes overlap at index: ${at}`
  return [invalid('status.failedIndexes', failedIndexes, why)]
}

function validateLateCounts({ status, old, isFinished, wasFinished }: JobChange): readonly FieldError[] {
  const errors: FieldError[] = []
  const { terminating, ready } = status
  if ((isFinished !== wasFinished || terminating !== old.terminating) && (terminating ?? 0) > 0 && isFinished) {
    errors.push(invalid('status.terminating', terminating ?? 0, 'terminating>0 is invalid for finished job'))
  }
  if (ready !== old.ready && ready !== undefined && ready > (status.active ?? 0)) {
    errors.push(invalid('status.ready', ready, 'cannot set more ready pods than active'))
  }
  return errors
}

function validateSuccess({ status, spec }: JobChange): readonly FieldError[] {
  const path = 'status.conditions'
  const met = has(status, 'SuccessCriteriaMet')
  const errors: FieldError[] = []
  if (met && has(status, 'Failed')) {
    errors.push(withoutValue(path, 'cannot set SuccessCriteriaMet=True and Failed=true conditions'))
  }
  if (met && has(status, 'FailureTarget')) {
    errors.push(withoutValue(path, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'))
  }
  if (spec.successPolicy && !met && has(status, 'Complete')) {
    const why = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'
    errors.push(withoutValue(path, why))
  }
  return errors
}

function validateAgainstLive({ status, old, spec }: JobChange): readonly FieldError[] {
  const kept = ['Failed', 'Complete', 'FailureTarget'].filter((type) => has(old, type) && !has(status, type))
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism
  return [
    ...kept.map((type) => withoutValue('status.conditions', `cannot disable the terminal ${type}=True condition`)),
    ...neverLess('failed', status, old),
    ...(mayShrink ? [] : neverLess('succeeded', status, old)),
    ...validateTimes(status, old, spec.suspend === true),
    ...validateSuccessChange(status, old),
  ]
}

function neverLess(count: 'failed' | 'succeeded', status: JobStatus, old: JobStatus): readonly FieldError[] {
  const value = status[count] ?? 0
  if (value >= (old[count] ?? 0)) return []
  return [invalid(child('status', count), value, `cannot decrease the ${count} counter`)]
}

function validateTimes(status: JobStatus, old: JobStatus, suspended: boolean): readonly FieldError[] {
  const errors: FieldError[] = []
  const { completionTime, startTime } = status
  if (completionTime && old.completionTime && completionTime !== old.completionTime) {
    errors.push(invalid('status.completionTime', completionTime, 'completionTime cannot be mutated'))
  }
  const isResumed = has(old, 'Suspended') && !has(status, 'Suspended')
  if (old.startTime && !semanticallyEqual(startTime, old.startTime) && !suspended && !isResumed) {
    errors.push(required('status.startTime', 'startTime cannot be removed for unsuspended job'))
  }
  return errors
}

function validateSuccessChange(status: JobStatus, old: JobStatus): readonly FieldError[] {
  const path = 'status.conditions'
  const [met, before] = [has(status, 'SuccessCriteriaMet'), has(old, 'SuccessCriteriaMet')]
  if (before && !met) return [withoutValue(path, 'cannot disable the SuccessCriteriaMet=True condition')]
  if (!has(old, 'Complete') || before || !met) return []
  return [withoutValue(path, 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions')]
}
