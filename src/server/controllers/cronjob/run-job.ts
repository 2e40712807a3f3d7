import type { JsonObject } from '#api/json.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { CronJob, CronJobStatus, Job } from '#server/kinds/types/batch-v1.ts'
import type { EventType } from '#server/controllers/shared/events.ts'
import { namespaceOf, nameOf } from '#server/controllers/shared/fields.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { controllerOf, type KindOfOwner, ownedBy, pathOf } from '#server/controllers/shared/owners.ts'
import { isInTerminatingNamespace } from '#server/controllers/shared/pod-control.ts'
import { formatTimeIn } from './schedule.ts'

export const cronKind: KindOfOwner = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  root: '/apis/batch/v1',
  resource: 'cronjobs',
}

/** A CronJob that a loop looks at. */
export interface Cron {
  readonly loop: Loop
  readonly cronJob: CronJob
  readonly jobs: readonly Job[]
  readonly say: (type: EventType, reason: string, message: string) => void
}

/** The status with these active Jobs; without the field if there are none. */
export const withActive = (status: CronJobStatus, active: CronJobStatus['active'] = []): CronJobStatus => ({
  ...status,
  active: active.length === 0 ? undefined : active,
})

const runName = (cronJob: CronJob, due: number): string => `${nameOf(cronJob)}-${Math.floor(due / 60_000)}`

/** The Job of a run, named by its minute. */
function jobOf(cronJob: CronJob, due: number): JsonObject {
  const { jobTemplate, timeZone = '' } = cronJob.spec ?? {}
  const { metadata = {}, spec } = jobTemplate ?? {}
  const { labels, annotations } = metadata
  return {
    metadata: {
      name: runName(cronJob, due),
      namespace: namespaceOf(cronJob),
      ...(labels === undefined ? {} : { labels }),
      annotations: { ...annotations, 'batch.orch.io/cronjob-scheduled-timestamp': formatTimeIn(timeZone, due) },
      creationTimestamp: formatTime(due),
      ownerReferences: [ownedBy(cronKind, cronJob)],
    },
    spec: { ...spec },
  }
}

/**
 * Creates the Job of a run, and returns the status that lists it. A Job of this name that the CronJob controls is the one
 * that an earlier attempt created, whose status was not written. `null` if the run is in other hands: the Job belongs to
 * somebody else, or is listed already. [LC47]
 */
export async function startRun(cron: Cron, status: CronJobStatus, due: number): Promise<CronJobStatus | null> {
  const job = await createOrFind(cron, status, due)
  if (job === null) return null
  const { name, uid, resourceVersion } = job
  const namespace = namespaceOf(cron.cronJob)
  const reference = { kind: 'Job', apiVersion: 'batch/v1', namespace, name, uid, resourceVersion }
  return { ...status, active: [...(status.active ?? []), reference], lastScheduleTime: formatTime(due) }
}

async function createOrFind(
  { loop, cronJob, say }: Cron,
  status: CronJobStatus,
  due: number,
): Promise<ObjectMeta | null> {
  const jobs = pathOf('/apis/batch/v1', 'jobs', namespaceOf(cronJob))
  try {
    const { metadata } = await loop.client.create(jobs, jobOf(cronJob, due))
    say('Normal', 'SuccessfulCreate', `Created job ${metadata.name ?? ''}`)
    return metadata
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status.reason !== 'AlreadyExists') {
      if (!isInTerminatingNamespace(error)) say('Warning', 'FailedCreate', `Error creating job: ${error.message}`)
      throw error
    }
  }
  const found = await loop.client.get<Job>(`${jobs}/${runName(cronJob, due)}`)
  const isOwn = controllerOf(found)?.uid === cronJob.metadata.uid
  const isListed = (status.active ?? []).some(({ uid }) => uid === found.metadata.uid)
  return isOwn && !isListed ? found.metadata : null
}
