import { selects } from '#api/selectors/label-selector-object.ts'
import { formatTime } from '#api/time.ts'
import type { Job, JobStatus } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { createExpectations } from '#server/controllers/shared/expectations.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { namespaceOf, uidOf } from '#server/controllers/shared/fields.ts'
import { claim, controllerOf, keyOf } from '#server/controllers/shared/owners.ts'
import { claimable, ownerIn } from '#server/controllers/shared/queueing.ts'
import { isActive, isReady, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { failuresToReplace, noFailures, withEnded } from './job-backoff.ts'
import { failureOf } from './job-failures.ts'
import { indexesOf, indexOf } from './job-indexes.ts'
import { endActivePods, managePods } from './job-pods.ts'
import { failedIndexesOf, track } from './job-tracking.ts'
import { conditionOf, type Ending, hasCondition, isFinished, setCondition } from './job-conditions.ts'
import {
  dropFinalizer,
  isFailed,
  isIndexed,
  isTracked,
  jobKind,
  type Jobs,
  type Run,
  trackingFinalizer,
  uncountedOf,
} from './job-parts.ts'
import { succeedsByPolicy } from './success-policy.ts'

const batchMs = 1000
/** The manager of Jobs that name none. */
const ownName = 'orch.io/job-controller'

/** Jobs run pods until enough of them succeed. [LC40] */
export const jobs: LoopDefinition = {
  name: 'job',
  account: 'job-controller',
  start(loop) {
    const { informers, queue } = loop
    const all = informers.of<Job>('/apis/batch/v1/jobs')
    const pods = informers.of<Pod>(podsPath)
    const parts: Jobs = {
      loop,
      jobs: all,
      pods,
      expectations: createExpectations(loop.clock),
      released: new Set(),
      backOffs: new Map(),
    }
    all.onChange((before, after) => {
      const job = after ?? before
      if (job === undefined) return
      // A change of the status comes from here, and is looked at with other changes.
      const isOwn =
        before !== undefined && after !== undefined && before.metadata.generation === after.metadata.generation
      if (isOwn) queue.addAfter(keyOf(job), batchMs)
      else queue.add(keyOf(job))
    })
    pods.onChange((before, after) => podChanged(parts, before, after))
    return (key, run) => sync({ ...parts, loop: run }, key)
  },
}

function podChanged(parts: Jobs, before: Pod | undefined, after: Pod | undefined): void {
  const { loop, expectations, released } = parts
  const pod = after ?? before
  if (pod === undefined) return
  const hasFinalizer = after !== undefined && isTracked(after)
  if (!hasFinalizer) released.delete(uidOf(pod))
  const job = ownerIn(parts.jobs, 'Job', pod)
  if (job === undefined) {
    if (hasFinalizer && [pod, before].some(isOfJob)) void releaseOrphan(parts, pod)
    return
  }
  const key = keyOf(job)
  if (before === undefined && !isTerminating(pod)) expectations.created(key)
  if (after === undefined || isTerminating(after)) expectations.deleted(key, keyOf(pod))
  loop.queue.addAfter(key, batchMs)
}

const isOfJob = (pod: Pod | undefined): boolean => pod !== undefined && controllerOf(pod)?.kind === 'Job'

/** A pod that lost its Job must not be held by the Job's finalizer. */
async function releaseOrphan({ loop, jobs: all }: Jobs, pod: Pod): Promise<void> {
  const controller = controllerOf(pod)
  const isGone = controller === undefined || all.get(`${namespaceOf(pod)}/${controller.name}`) === undefined
  if (isGone) await dropFinalizer(loop, pod).catch(() => undefined)
}

async function sync(parts: Jobs, key: string): Promise<void> {
  const { loop, jobs: all, expectations } = parts
  const job = all.get(key)
  if (job === undefined || isFinished(job)) parts.backOffs.delete(key)
  if (job === undefined) return expectations.forget(key)
  if (isFinished(job) || isOfOthers(job)) return
  const run = await readRun(parts, key, job)
  const { ending, active, status } = await decide(parts, run)
  const ready = run.active.filter(isReady).length
  const leaving = run.pods.filter(
    (pod) => isTerminating(pod) && ['Pending', 'Running'].includes(pod.status?.phase ?? ''),
  ).length
  const terminating = leaving + Math.max(0, run.active.length - active)
  const next: JobStatus = {
    ...status,
    active: active === 0 ? undefined : active,
    ready: active === 0 && ending !== null ? 0 : Math.min(ready, active),
    terminating,
  }
  await track(parts, { ...run, status: next }, ending)
  parts.backOffs.set(key, run.backOff)
  syncAtDeadline(loop, key, { ...job, status: next })
}

/** Queues the Job for its deadline. After the deadline the changes of its pods queue it. */
function syncAtDeadline(loop: Loop, key: string, { spec, status }: Job): void {
  const deadline = spec?.activeDeadlineSeconds
  const startTime = status?.startTime
  if (deadline === undefined || startTime === undefined || spec?.suspend === true) return
  const leftMs = Date.parse(startTime) + deadline * 1000 - loop.clock.now()
  if (leftMs > 0) loop.queue.addAfter(key, leftMs)
}

/** Another controller keeps this Job. */
const isOfOthers = ({ spec }: Job): boolean => (spec?.managedBy ?? ownName) !== ownName

const claimPods = ({ loop, pods }: Jobs, job: Job): Promise<Pod[]> =>
  claim({
    client: loop.client,
    ownerKind: jobKind,
    owner: job,
    candidates: claimable(pods, job),
    matches: (pod) => selects(job.spec?.selector ?? null, pod.metadata.labels),
    pathOf: pathOfPod,
    adoptedMetadata: { finalizers: [trackingFinalizer] },
  })

/** Counts the pods of a Job, those of its status included that are not counted yet. */
async function readRun(parts: Jobs, key: string, job: Job): Promise<Run> {
  const { loop, released } = parts
  const own = await claimPods(parts, job)
  const { status = {} } = job
  const waiting = uncountedOf(status)
  const known = new Set([...waiting.succeeded, ...waiting.failed])
  const isNew = (pod: Pod): boolean => isTracked(pod) && !released.has(uidOf(pod)) && !known.has(uidOf(pod))
  const newSuccesses = own.filter((pod) => pod.status?.phase === 'Succeeded' && isNew(pod))
  const newFailures = own.filter((pod) => isFailed(pod, job) && isNew(pod))
  const failures = newFailures.filter((pod) => countsAsFailure(job, pod))
  const active = own.filter(isActive)
  const succeededIndexes = isIndexed(job) ? indexesOf(job, own) : new Set<number>()
  const failedIndexes = failedIndexesOf(job, own)
  const busy = new Set(active.map(indexOf))
  const isSettled = (index: number): boolean =>
    succeededIndexes.has(index) || failedIndexes.has(index) || busy.has(index)
  const counted = (status.succeeded ?? 0) + waiting.succeeded.length + newSuccesses.length
  return {
    job,
    key,
    pods: own,
    active,
    newFailures,
    backOff: withEnded(parts.backOffs.get(key) ?? noFailures, newSuccesses, newFailures),
    failedIndexes,
    toReplace: failuresToReplace(job, own, isSettled),
    succeeded: isIndexed(job) ? succeededIndexes.size : counted,
    failed: (status.failed ?? 0) + waiting.failed.length + failures.length,
    status: startedStatus(job, formatTime(loop.clock.now())),
  }
}

/** The status of a Job, with the time of its start unless it is suspended. */
const startedStatus = ({ spec, status = {} }: Job, now: string): JobStatus =>
  status.startTime === undefined && spec?.suspend !== true ? { ...status, startTime: now } : { ...status }

const countsAsFailure = (job: Job, pod: Pod): boolean => failureOf(job, pod) !== 'Ignore'

interface Decision {
  readonly ending: Ending | null
  readonly active: number
  readonly status: JobStatus
}

async function decide(parts: Jobs, run: Run): Promise<Decision> {
  const { loop } = parts
  const { job, status } = run
  const early = earlyEnding(parts, run)
  if (early !== null) {
    const ended = await endActivePods(parts, run)
    return { ending: early, active: run.active.length - ended, status }
  }
  const maySync = parts.expectations.satisfied(run.key) && !isTerminating(job)
  const active = maySync ? await managePods(parts, run) : run.active.length
  if (isComplete(run, active)) return { ending: completion, active, status }
  return { ending: null, active, status: maySync ? noteSuspension(loop, job, status) : status }
}

const completion: Ending = {
  type: 'SuccessCriteriaMet',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
}

function isComplete({ job, succeeded }: Run, active: number): boolean {
  const { completions } = job.spec ?? {}
  if (active > 0) return false
  return completions === undefined ? succeeded > 0 : succeeded >= completions
}

/** With a limit per index, a Job fails when too many indexes have failed, or when none is left to try. */
function endingByIndexes({ job, failedIndexes, succeeded }: Run): Ending | null {
  const { backoffLimitPerIndex, maxFailedIndexes = Infinity, completions = 0 } = job.spec ?? {}
  if (backoffLimitPerIndex === undefined) return null
  const failed = failedIndexes.size
  if (failed > maxFailedIndexes)
    return {
      type: 'FailureTarget',
      reason: 'MaxFailedIndexesExceeded',
      message: 'Job has exceeded the specified maximal number of failed indexes',
    }
  return failed > 0 && failed + succeeded >= completions
    ? { type: 'FailureTarget', reason: 'FailedIndexes', message: 'Job has failed indexes' }
    : null
}

const backoffLimitExceeded: Ending = {
  type: 'FailureTarget',
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
}

const deadlineExceeded: Ending = {
  type: 'FailureTarget',
  reason: 'DeadlineExceeded',
  message: 'Job was active longer than specified deadline',
}

/** The reasons that end a Job while it has active pods. */
function earlyEnding({ loop }: Jobs, run: Run): Ending | null {
  const { job, failed, newFailures } = run
  const noted = notedEnding(job)
  if (noted !== null) return noted
  const { backoffLimit = 6 } = job.spec ?? {}
  const fatal = newFailures.map((pod) => failureOf(job, pod)).find((each) => typeof each === 'object')
  if (typeof fatal === 'object') return fatal
  if (failed > backoffLimit || restartsOf(run) > backoffLimit) return backoffLimitExceeded
  if (isLate(run, loop.clock.now())) return deadlineExceeded
  return endingByIndexes(run) ?? succeedsByPolicy(job, indexesOf(job, run.pods))
}

/** The ending that the status names already. */
function notedEnding(job: Job): Ending | null {
  for (const type of ['FailureTarget', 'SuccessCriteriaMet'] as const) {
    const { status, reason = '', message = '' } = conditionOf(job, type) ?? {}
    if (status === 'True') return { type, reason, message }
  }
  return null
}

/** True if a Job has been active for longer than it may. */
function isLate({ job, status }: Run, nowMs: number): boolean {
  const { activeDeadlineSeconds = Infinity, suspend } = job.spec ?? {}
  if (status.startTime === undefined || suspend === true) return false
  return nowMs - Date.parse(status.startTime) >= activeDeadlineSeconds * 1000
}

/** With restartPolicy OnFailure, restarts of containers count instead of failed pods. */
function restartsOf({ job, active }: Run): number {
  if (job.spec?.template?.spec?.restartPolicy !== 'OnFailure') return 0
  const restarts = active.flatMap(({ status }) => [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ])
  const total = restarts.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
  return job.spec.backoffLimit === 0 ? total : total >= (job.spec.backoffLimit ?? 6) ? Infinity : 0
}

function noteSuspension(loop: Loop, job: Job, status: JobStatus): JobStatus {
  const isSuspended = job.spec?.suspend === true
  const about = { ...jobKind, object: job }
  if (isSuspended && !hasCondition(job, 'Suspended')) {
    loop.events.emit(about, 'Normal', 'Suspended', 'Job suspended')
    const text = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
    return setCondition(status, text, loop)
  }
  if (!isSuspended && hasCondition(job, 'Suspended')) {
    loop.events.emit(about, 'Normal', 'Resumed', 'Job resumed')
    const text = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }
    return { ...setCondition(status, text, loop), startTime: formatTime(loop.clock.now()) }
  }
  return status
}
