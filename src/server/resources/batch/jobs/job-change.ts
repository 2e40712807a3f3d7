import type { Job, JobSpec, JobStatus } from '#server/kinds/types/batch-v1.ts'

/** The new and the live status of a job. */
export interface JobChange {
  readonly spec: JobSpec
  readonly status: JobStatus
  readonly old: JobStatus
  readonly isFinished: boolean
  readonly wasFinished: boolean
}

/** Reports whether a condition is true. */
export const has = (status: JobStatus, type: string): boolean =>
  (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

export function toChange({ spec = {}, status = {} }: Job, live: Job): JobChange {
  const old = live.status ?? {}
  const finished = (one: JobStatus): boolean => has(one, 'Complete') || has(one, 'Failed')
  return { spec, status, old, isFinished: finished(status), wasFinished: finished(old) }
}
