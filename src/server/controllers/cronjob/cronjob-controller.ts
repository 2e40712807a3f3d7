import { deepEqual } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { CronJob, CronJobStatus, Job } from '#server/kinds/types/batch-v1.ts'
import { hasCondition, isFinished } from '#server/controllers/job/job-conditions.ts'
import { jobKind } from '#server/controllers/job/job-parts.ts'
import { namespaceOf, nameOf } from '#server/controllers/shared/fields.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { controllerOf, pathOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { hasCode } from '#server/controllers/shared/refusals.ts'
import { queueChanges } from '#server/controllers/shared/queueing.ts'
import { type MissedRuns, missedSince } from './missed-runs.ts'
import { type Cron, cronKind, startRun, withActive } from './run-job.ts'
import { parseSchedule, type Schedule } from './schedule.ts'

/** Added to delays, because a timer may fire a little early and a run must not start before its time. */
const marginMs = 100

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
      const left = await dropHistory(cron)
      await reportUnexpected(cron)
      const noted = await withoutMissing(cron, note(cron, left))
      const { status, againMs } = await runIfDue(cron, noted)
      if (!deepEqual(cronJob.status ?? {}, status))
        await loop.client.update(`${pathOfObject(cronKind, cronJob)}/status`, { ...cronJob, status })
      if (againMs !== null) queue.addAfter(key, againMs)
    }
  },
}

/** Takes Jobs that ended, or are gone, from the list of active ones. */
function note({ jobs, say }: Cron, status: CronJobStatus): CronJobStatus {
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
    ...withActive(status, active),
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
  return withActive(status, active)
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
  const started = await startRun(cron, kept, due)
  return started === null ? { status: kept, againMs: null } : { status: started, againMs }
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

/** Deletes a Job; true if it is gone. */
async function remove({ loop, say }: Cron, job: Job): Promise<boolean> {
  const name = job.metadata.name ?? ''
  try {
    await loop.client.delete(pathOfObject(jobKind, job), { propagationPolicy: 'Background' })
    say('Normal', 'SuccessfulDelete', `Deleted job ${name}`)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status.code === 404) return true
    say('Warning', 'FailedDelete', `Deleted job: ${error.message}`)
    return false
  }
}

/** Deletes the oldest ended Jobs beyond the limits of the history; they are no longer active. */
async function dropHistory(cron: Cron): Promise<CronJobStatus> {
  const { status = {} } = cron.cronJob
  const gone = new Set<string | undefined>()
  const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = cron.cronJob.spec ?? {}
  const age = ({ status, metadata }: Job): string => status?.startTime ?? metadata.creationTimestamp ?? ''
  for (const [type, limit] of [
    ['Complete', successfulJobsHistoryLimit],
    ['Failed', failedJobsHistoryLimit],
  ] as const) {
    const ended = cron.jobs.filter((job) => hasCondition(job, type) && !isTerminating(job))
    const sorted = ended.toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
    for (const job of sorted.slice(0, Math.max(0, ended.length - limit)))
      if (await remove(cron, job)) gone.add(job.metadata.uid)
  }
  return gone.size === 0
    ? status
    : withActive(
        status,
        (status.active ?? []).filter(({ uid }) => !gone.has(uid)),
      )
}
