import { type FieldError, invalid, required } from '#api/field-error.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type { JobStatus } from '#server/kinds/types/batch-v1.ts'
import { withoutValue } from './failure-policy.ts'
import { has, type JobChange } from './job-change.ts'

const path = 'status.conditions'

/** Validates which conditions may occur together, and which times and counts they need. [JOB10] */
export const conditionRules = (change: JobChange): readonly FieldError[] => [
  ...exclusive(change),
  ...completion(change),
  ...reasons(change),
  ...ending(change),
]

const changed = ({ status, old }: JobChange, type: string): boolean => has(status, type) !== has(old, type)

function exclusive(change: JobChange): readonly FieldError[] {
  const { status } = change
  const errors: FieldError[] = []
  if (!has(status, 'Complete')) return errors
  if ((changed(change, 'Complete') || changed(change, 'Failed')) && has(status, 'Failed')) {
    errors.push(withoutValue(path, 'cannot set Complete=True and Failed=true conditions'))
  }
  if ((changed(change, 'Complete') || changed(change, 'FailureTarget')) && has(status, 'FailureTarget')) {
    errors.push(withoutValue(path, 'cannot set Complete=True and FailureTarget=true conditions'))
  }
  return errors
}

function completion(change: JobChange): readonly FieldError[] {
  const { status, old } = change
  const field = 'status.completionTime'
  const { completionTime: end, startTime: start } = status
  const endChanged = !semanticallyEqual(end, old.completionTime)
  const startChanged = !semanticallyEqual(start, old.startTime)
  const errors: FieldError[] = []
  if (endChanged || changed(change, 'Complete')) errors.push(...endMatches(status))
  if ((endChanged || startChanged) && start && end && Date.parse(end) < Date.parse(start)) {
    errors.push(invalid(field, end, 'completionTime cannot be set before startTime'))
  }
  return errors
}

function endMatches(status: JobStatus): readonly FieldError[] {
  const field = 'status.completionTime'
  const complete = has(status, 'Complete')
  if (status.completionTime && !complete) {
    const why = 'cannot set completionTime when there is no Complete=True condition'
    return [invalid(field, status.completionTime, why)]
  }
  return complete && !status.completionTime ? [required(field, 'completionTime is required for Complete jobs')] : []
}

function reasons(change: JobChange): readonly FieldError[] {
  const { status } = change
  const errors: FieldError[] = []
  const failing = changed(change, 'Failed') || changed(change, 'FailureTarget')
  if (failing && has(status, 'Failed') && !has(status, 'FailureTarget')) {
    errors.push(withoutValue(path, 'cannot set Failed=True condition without the FailureTarget=true condition'))
  }
  const completing = changed(change, 'Complete') || changed(change, 'SuccessCriteriaMet')
  if (completing && has(status, 'Complete') && !has(status, 'SuccessCriteriaMet')) {
    errors.push(withoutValue(path, 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition'))
  }
  return errors
}

/** A finished job has a start time and no active pods. */
function ending(change: JobChange): readonly FieldError[] {
  const { status, old, spec, isFinished, wasFinished } = change
  if (!isFinished) return []
  const ends = !wasFinished
  const { active = 0, startTime } = status
  const errors: FieldError[] = []
  if (ends && active > 0) errors.push(invalid('status.active', active, 'active>0 is invalid for finished job'))
  const nothingToDo = spec.suspend === true && spec.completions === 0
  const startChanged = !semanticallyEqual(startTime, old.startTime)
  if ((ends || startChanged) && !nothingToDo && !startTime) {
    errors.push(required('status.startTime', 'startTime is required for finished job'))
  }
  return [...errors, ...uncounted(change)]
}

function uncounted({ status, old, wasFinished }: JobChange): readonly FieldError[] {
  const pods = status.uncountedTerminatedPods
  if (wasFinished && semanticallyEqual(pods, old.uncountedTerminatedPods)) return []
  const { failed = [], succeeded = [] } = pods ?? {}
  if (!pods || failed.length + succeeded.length === 0) return []
  const shown = internalForm('batch.v1.UncountedTerminatedPods', pods)
  const why = 'uncountedTerminatedPods needs to be empty for finished job'
  return [invalid('status.uncountedTerminatedPods', shown, why)]
}
