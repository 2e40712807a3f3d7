import { deepEqual, type JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Job, JobStatus } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { hasEnded, isTerminating } from '#server/controllers/shared/pods.ts'
import { type Ending, setCondition } from './job-conditions.ts'
import { dropFinalizer, isFailed, jobKind, type Jobs, type Run, trackingFinalizer } from './job-parts.ts'
import { failureOf } from './job-failures.ts'
import { indexesOf, indexOf, listOfIndexes, textOfIndexes } from './job-indexes.ts'

/**
 * Counts ended pods exactly once: notes them in the status, removes their finalizers, and only then adds them to the
 * counters. [LC45]
 */
export async function track(parts: Jobs, run: Run, ending: Ending | null): Promise<void> {
  const noted = note(run, ending, parts)
  const { job } = run
  const isNews = !deepEqual(job.status ?? {}, noted.status)
  let current: Job = { ...job, status: noted.status }
  if (noted.counted.length > 0 || (isNews && ending !== null)) current = await write(parts, current, noted.status)
  const done = await release(
    parts,
    noted.counted.length > 0 || ending !== null || isTerminating(job) ? noted.toRelease : [],
  )
  const counted = count(current.status ?? noted.status, run, done)
  const final = finish(parts, run, counted, ending)
  if (
    !deepEqual(current.status ?? {}, final) ||
    (isNews && current.status === noted.status && noted.counted.length === 0)
  )
    await write(parts, current, final)
  if (ending !== null && isOver(final)) announce(parts, job, ending)
}

interface Noted {
  readonly status: JobStatus
  readonly counted: readonly Pod[]
  readonly toRelease: readonly Pod[]
  readonly hasTarget: boolean
}

/** Sorts the pods that hold a finalizer: which count as succeeded or failed, and which must be let go. */
function note(run: Run, ending: Ending | null, { loop, released }: Jobs): Noted {
  const { job, pods, status } = run
  const { succeeded: before = [], failed: failedBefore = [] } = job.status?.uncountedTerminatedPods ?? {}
  const succeeded = [...before]
  const failed = [...failedBefore]
  const counted: Pod[] = []
  const toRelease: Pod[] = []
  const failedIndexes = listOfIndexes(job.status?.failedIndexes)
  const held = pods.filter(
    ({ metadata: { uid = '', finalizers = [] } }) => finalizers.includes(trackingFinalizer) && !released.has(uid),
  )
  for (const pod of held) {
    const { uid = '' } = pod.metadata
    const fate = fateOf(pod, job, ending)
    if (fate === 'runs') continue
    const known = [...succeeded, ...failed].includes(uid)
    if (fate === 'succeeded' && !known && job.spec?.completionMode !== 'Indexed') succeeded.push(uid)
    if (fate === 'failed' && !known && failureOf(job, pod) !== 'Ignore') failed.push(uid)
    if (fate === 'failed') noteIndex(job, pod, failedIndexes)
    toRelease.push(pod)
    if (!known && fate !== 'ends') counted.push(pod)
  }
  const uncounted = { ...listed('succeeded', succeeded), ...listed('failed', failed) }
  const noted = { ...status, uncountedTerminatedPods: uncounted, ...indexTexts(job, pods, failedIndexes) }
  return { ...withTarget(job, noted, ending, loop), counted, toRelease }
}

/** Says in a condition why the Job is about to end, unless it says so already. */
function withTarget(
  job: Job,
  status: JobStatus,
  ending: Ending | null,
  loop: Loop,
): Pick<Noted, 'status' | 'hasTarget'> {
  const hasTarget = ending !== null && !(job.status?.conditions ?? []).some(({ type }) => type === ending.type)
  return { hasTarget, status: hasTarget ? setCondition(status, { ...ending, status: 'True' }, loop) : status }
}

const listed = (name: string, uids: string[]): JsonObject => (uids.length === 0 ? {} : { [name]: uids })

function fateOf(pod: Pod, job: Job, ending: Ending | null): 'succeeded' | 'failed' | 'ends' | 'runs' {
  if (pod.status?.phase === 'Succeeded') return 'succeeded'
  if (isTerminating(job) && !hasEnded(pod)) return 'ends'
  if (isFailed(pod, job)) return ending?.type === 'SuccessCriteriaMet' && !hasEnded(pod) ? 'ends' : 'failed'
  // The pods that still run have just been deleted: those of a failed Job count as failed.
  if (ending === null) return 'runs'
  return ending.type === 'FailureTarget' ? 'failed' : 'ends'
}

function indexTexts(job: Job, pods: readonly Pod[], failedIndexes: ReadonlySet<number>): JobStatus {
  const indexes = job.spec?.completionMode === 'Indexed' ? indexesOf(job, pods) : new Set<number>()
  return {
    ...(indexes.size === 0 ? {} : { completedIndexes: textOfIndexes(indexes), succeeded: indexes.size }),
    ...(job.spec?.backoffLimitPerIndex === undefined ? {} : { failedIndexes: textOfIndexes(failedIndexes) }),
  }
}

function noteIndex(job: Job, pod: Pod, failedIndexes: Set<number>): void {
  if (job.spec?.backoffLimitPerIndex === undefined) return
  const index = indexOf(pod)
  const failures = Number(pod.metadata.annotations?.['batch.orch.io/job-index-failure-count'] ?? 0) + 1
  const isOver = failures > (job.spec?.backoffLimitPerIndex ?? Infinity) || failureOf(job, pod) === 'FailIndex'
  if (index !== null && isOver) failedIndexes.add(index)
}

async function release({ loop, released }: Jobs, pods: readonly Pod[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  await Promise.all(
    pods.map(async (pod) => {
      const { uid = '' } = pod.metadata
      released.add(uid)
      try {
        await dropFinalizer(loop, pod)
      } catch (error) {
        if (!(error instanceof Refusal && error.status.code === 404)) {
          released.delete(uid)
          throw error
        }
      }
      done.add(uid)
    }),
  )
  return done
}

/** Moves pods without finalizers from the list of uncounted ones to the counters. */
function count(status: JobStatus, { pods, job }: Run, released: ReadonlySet<string>): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  const holds = new Set(
    pods
      .filter(({ metadata }) => metadata.finalizers?.includes(trackingFinalizer) === true)
      .map(({ metadata }) => metadata.uid ?? ''),
  )
  const isDone = (uid: string): boolean => released.has(uid) || !holds.has(uid)
  const [newSucceeded, newFailed] = [succeeded.filter(isDone).length, failed.filter(isDone).length]
  const [restSucceeded, restFailed] = [succeeded.filter((uid) => !isDone(uid)), failed.filter((uid) => !isDone(uid))]
  const isIndexed = job.spec?.completionMode === 'Indexed'
  const total = isIndexed ? listOfIndexes(status.completedIndexes).size : (status.succeeded ?? 0) + newSucceeded
  return {
    ...status,
    ...(total === 0 || (newSucceeded === 0 && succeeded.length > 0) ? {} : { succeeded: total }),
    ...(newFailed === 0 ? {} : { failed: (status.failed ?? 0) + newFailed }),
    uncountedTerminatedPods: {
      ...(restSucceeded.length === 0 ? {} : { succeeded: restSucceeded }),
      ...(restFailed.length === 0 ? {} : { failed: restFailed }),
    },
  }
}

const isOver = ({ conditions }: JobStatus): boolean =>
  (conditions ?? []).some(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')

/** A Job is over when nothing is left to count and no pod is still being deleted. */
function finish({ loop }: Jobs, _run: Run, status: JobStatus, ending: Ending | null): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  if (ending === null || succeeded.length + failed.length > 0) return status
  if ((status.terminating ?? 0) > 0 || (status.active ?? 0) > 0) return status
  const type = ending.type === 'FailureTarget' ? 'Failed' : 'Complete'
  const { reason, message } = ending
  const next = setCondition(status, { type, status: 'True', reason, message }, loop)
  return type === 'Complete' ? { ...next, completionTime: formatTime(loop.clock.now()) } : next
}

function announce({ loop }: Jobs, job: Job, { type, reason, message }: Ending): void {
  const about = { ...jobKind, object: job }
  if (type === 'SuccessCriteriaMet') loop.events.emit(about, 'Normal', 'Completed', 'Job completed')
  else loop.events.emit(about, 'Warning', reason, message)
}

async function write({ loop }: Jobs, job: Job, status: JobStatus): Promise<Job> {
  return (await loop.client.update(`${pathOfObject(jobKind, job)}/status`, { ...job, status })) as Job
}
