import { formatTime } from '#api/time.ts'
import type { Job, JobCondition, JobStatus } from '#server/kinds/types/batch-v1.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'

/** The reason why a Job ends: first noted as a target, and as the end when all its pods have ended. */
export interface Ending {
  readonly type: 'FailureTarget' | 'SuccessCriteriaMet'
  readonly reason: string
  readonly message: string
}

export const conditionOf = ({ status }: Job, type: string): JobCondition | undefined =>
  status?.conditions?.find((each) => each.type === type)

export const hasCondition = (job: Job, type: string): boolean => conditionOf(job, type)?.status === 'True'

export const isFinished = (job: Job): boolean => hasCondition(job, 'Complete') || hasCondition(job, 'Failed')

export function setCondition(
  status: JobStatus,
  { type, status: state, reason, message }: JobCondition,
  { clock }: Pick<Loop, 'clock'>,
): JobStatus {
  const now = formatTime(clock.now())
  const next = { type, status: state, lastProbeTime: now, lastTransitionTime: now, reason, message }
  const before = status.conditions ?? []
  const isKnown = before.some((each) => each.type === type)
  return {
    ...status,
    conditions: isKnown ? before.map((each) => (each.type === type ? next : each)) : [...before, next],
  }
}
