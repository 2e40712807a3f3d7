import { deepEqual, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { CronJob, CronJobStatus, Job } from '#server/kinds/types/batch-v1.ts'
import { hasCondition, isFinished } from '#server/controllers/job/job-conditions.ts'
import { jobKind } from '#server/controllers/job/job-parts.ts'
import type { EventType } from '#server/controllers/shared/events.ts'
import { namespaceOf, nameOf } from '#server/controllers/shared/fields.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { controllerOf, type KindOfOwner, ownedBy, pathOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { hasCode } from '#server/controllers/shared/refusals.ts'
import { queueChanges } from '#server/controllers/shared/queueing.ts'
import { type MissedRuns, missedSince } from './missed-runs.ts'
import { formatTimeIn, parseSchedule, type Schedule } from './schedule.ts'

const cronKind: KindOfOwner = { apiVersion: 'batch/v1', kind: 'CronJob', root: '/apis/batch/v1', resource: 'cronjobs' }
/** Added to delays, because a timer may fire a little early and a run must not start before its time. */
const marginMs = 100

interface Cron {
  readonly loop: Loop
  readonly cronJob: CronJob
  readonly jobs: readonly Job[]
  readonly say: (type: EventType, reason: string, message: string) => void
}

/** CronJobs create Jobs on a schedule. [LC47] */
export const cronJobs: LoopDefinition = {
  name: 'cronjob',
  account: 'cronjob-controller',
  start(starting) {
    const { informers, queue } = starting
    const all = informers.of<CronJob>('/apis/batch/v1/cronjobs')
    const jobs = informers.of<Job>('/apis/batch/v1/jobs')
    queueChanges(queue, all)
    jobs.onChange((before, after) => {
      const job = after ?? before
      const controller = job === undefined ? undefined : controllerOf(job)
      if (controller?.kind === 'CronJob') queue.add(`${job?.metadata.namespace ?? ''}/${controller.name}`)
    })
    return async (key, loop) => {
      const cronJob = all.get(key)
      if (cronJob === undefined) return
      const about = { ...cronKind, object: cronJob }
      const cron: Cron = {
        loop,
        cronJob,
        jobs: jobs.controlledBy(cronJob.metadata.uid ?? ''),
        say: (type, reason, message) => loop.events.emit(about, type, reason, message),
      }
      await reportUnexpected(cron)
      const noted = await withoutMissing(cron, note(cron))
      const { status, againMs } = await runIfDue(cron, noted)
      await dropHistory(cron)
      if (!deepEqual(cronJob.status ?? {}, status))
        await loop.client.update(`${pathOfObject(cronKind, cronJob)}/status`, { ...cronJob, status })
      if (againMs !== null) queue.addAfter(key, againMs)
    }
  },
}

/** Takes Jobs that ended, or are gone, from the list of active ones. */
function note({ cronJob, jobs, say }: Cron): CronJobStatus {
  const status: CronJobStatus = { ...cronJob.status }
  const known = new Map(jobs.map((job) => [job.metadata.uid, job]))
  const active = (status.active ?? []).filter(({ uid, name = '' }) => {
    const job = known.get(uid)
    if (job === undefined) return true
    if (!isFinished(job)) return true
    say(
      'Normal',
      'SawCompletedJob',
      `Saw completed job: ${name}, condition: ${hasCondition(job, 'Complete') ? 'Complete' : 'Failed'}`,
    )
    return false
  })
  const ends = jobs.filter((job) => hasCondition(job, 'Complete')).map((job) => job.status?.completionTime ?? '')
  const latest = [...ends, status.lastSuccessfulTime ?? ''].toSorted().at(-1) ?? ''
  return {
    ...status,
    active: active.length === 0 ? undefined : active,
    ...(latest === '' ? {} : { lastSuccessfulTime: latest }),
  }
}

/** Says in an event that a Job runs which the status does not list, by the live CronJob too. */
async function reportUnexpected({ cronJob, jobs, loop, say }: Cron): Promise<void> {
  const lists = ({ status }: CronJob, job: Job): boolean =>
    (status?.active ?? []).some(({ uid }) => uid === job.metadata.uid)
  for (const job of jobs.filter((each) => !isFinished(each) && !lists(cronJob, each)))
    if (!lists(await loop.client.get<CronJob>(pathOfObject(cronKind, cronJob)), job))
      say('Warning', 'UnexpectedJob', `Saw a job that the controller did not create or forgot: ${nameOf(job)}`)
}

/** Takes Jobs that somebody deleted from the list of active ones, once the server says so too. */
async function withoutMissing({ cronJob, jobs, loop, say }: Cron, status: CronJobStatus): Promise<CronJobStatus> {
  const known = new Set(jobs.map(({ metadata }) => metadata.uid))
  const gone = new Set<string>()
  for (const { uid = '', name = '' } of status.active ?? []) {
    if (known.has(uid)) continue
    const path = pathOf('/apis/batch/v1', 'jobs', namespaceOf(cronJob), name)
    try {
      await loop.client.get(path)
    } catch (error) {
      if (!hasCode(error, 404)) throw error
      say('Normal', 'MissingJob', `Active job went missing: ${name}`)
      gone.add(uid)
    }
  }
  if (gone.size === 0) return status
  const active = (status.active ?? []).filter(({ uid = '' }) => !gone.has(uid))
  return { ...status, active: active.length === 0 ? undefined : active }
}

interface Ran {
  readonly status: CronJobStatus
  /** The time until the next reconciliation; `null` if only a change makes one necessary. */
  readonly againMs: number | null
}

async function runIfDue(cron: Cron, status: CronJobStatus): Promise<Ran> {
  const { cronJob, loop } = cron
  const times = scheduleOf(cron)
  if (times === null) return { status, againMs: null }
  const now = loop.clock.now()
  const next = times.next(now)
  const againMs = next === null ? null : next - now + marginMs
  const { latest: due, isMany } = missedRuns(cronJob, times, now)
  if (isMany)
    cron.say(
      'Warning',
      'TooManyMissedTimes',
      'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
    )
  const isOpen = due !== null && Date.parse(status.lastScheduleTime ?? '') !== due
  if (!isOpen || isPrevented(cron, status, due)) return { status, againMs }
  const kept = cronJob.spec?.concurrencyPolicy === 'Replace' ? await endActive(cron, status) : status
  return { status: await create(cron, kept, due), againMs }
}

/** The schedule of a CronJob; `null` if it is suspended, deleted, or its schedule is no schedule, as an event says. */
function scheduleOf({ cronJob, say }: Cron): Schedule | null {
  const { schedule = '', timeZone = '', suspend } = cronJob.spec ?? {}
  if (isTerminating(cronJob) || suspend === true) return null
  const times = parseSchedule(schedule, timeZone)
  if (times === null) say('Warning', 'UnparseableSchedule', `unparseable schedule: "${schedule}"`)
  return times
}

/** True if a run that is due does not start, because it is too late or another one is active. An event reports it. */
function isPrevented({ cronJob, loop, say }: Cron, { active = [] }: CronJobStatus, due: number): boolean {
  const { concurrencyPolicy, startingDeadlineSeconds = Infinity } = cronJob.spec ?? {}
  if (due + startingDeadlineSeconds * 1000 < loop.clock.now()) {
    say(
      'Warning',
      'MissSchedule',
      `Missed scheduled time to start a job: ${new Date(due).toUTCString().replace('GMT', '+0000')}`,
    )
    return true
  }
  if (concurrencyPolicy !== 'Forbid' || active.length === 0) return false
  const text = 'Not starting job because prior execution is running and concurrency policy is Forbid'
  say('Normal', 'JobAlreadyActive', text)
  return true
}

/** The times on the schedule that have passed since the last run. */
function missedRuns({ metadata, spec, status }: CronJob, times: Schedule, now: number): MissedRuns {
  const since = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '')
  const { startingDeadlineSeconds } = spec ?? {}
  return missedSince(
    startingDeadlineSeconds === undefined ? since : Math.max(since, now - startingDeadlineSeconds * 1000),
    times,
    now,
  )
}

async function endActive(cron: Cron, status: CronJobStatus): Promise<CronJobStatus> {
  const names = (status.active ?? []).map(({ name = '' }) => name)
  for (const job of cron.jobs.filter(({ metadata }) => names.includes(metadata.name ?? ''))) await remove(cron, job)
  return { ...status, active: undefined }
}

async function remove({ loop, say }: Cron, job: Job): Promise<void> {
  const name = job.metadata.name ?? ''
  try {
    await loop.client.delete(pathOfObject(jobKind, job), { propagationPolicy: 'Background' })
    say('Normal', 'SuccessfulDelete', `Deleted job ${name}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status.code !== 404) say('Warning', 'FailedDelete', `Deleted job: ${error.message}`)
  }
}

/** The Job of a run, named by its minute. */
function jobOf(cronJob: CronJob, due: number): JsonObject {
  const { jobTemplate, timeZone = '' } = cronJob.spec ?? {}
  const { metadata = {}, spec } = jobTemplate ?? {}
  const { labels, annotations } = metadata
  return {
    metadata: {
      name: `${nameOf(cronJob)}-${Math.floor(due / 60_000)}`,
      namespace: namespaceOf(cronJob),
      ...(labels === undefined ? {} : { labels }),
      annotations: { ...annotations, 'batch.orch.io/cronjob-scheduled-timestamp': formatTimeIn(timeZone, due) },
      creationTimestamp: formatTime(due),
      ownerReferences: [ownedBy(cronKind, cronJob)],
    },
    spec: { ...spec },
  }
}

async function create({ loop, cronJob, say }: Cron, status: CronJobStatus, due: number): Promise<CronJobStatus> {
  const namespace = namespaceOf(cronJob)
  const lastScheduleTime = formatTime(due)
  let created: ApiObject
  try {
    created = await loop.client.create(pathOf('/apis/batch/v1', 'jobs', namespace), jobOf(cronJob, due))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status.reason === 'AlreadyExists') return { ...status, lastScheduleTime }
    say('Warning', 'FailedCreate', `Error creating job: ${error.message}`)
    throw error
  }
  const { name: jobName = '', uid, resourceVersion } = created.metadata
  say('Normal', 'SuccessfulCreate', `Created job ${jobName}`)
  const reference = { kind: 'Job', apiVersion: 'batch/v1', namespace, name: jobName, uid, resourceVersion }
  return { ...status, active: [...(status.active ?? []), reference], lastScheduleTime }
}

/** Deletes the oldest ended Jobs beyond the limits of the history. */
async function dropHistory(cron: Cron): Promise<void> {
  const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = cron.cronJob.spec ?? {}
  const age = ({ status, metadata }: Job): string => status?.startTime ?? metadata.creationTimestamp ?? ''
  for (const [type, limit] of [
    ['Complete', successfulJobsHistoryLimit],
    ['Failed', failedJobsHistoryLimit],
  ] as const) {
    const ended = cron.jobs.filter((job) => hasCondition(job, type) && !isTerminating(job))
    const sorted = ended.toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
    for (const job of sorted.slice(0, Math.max(0, ended.length - limit))) await remove(cron, job)
  }
}
