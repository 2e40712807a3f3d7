import { deepEqual, type JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import type { Job, JobStatus } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { uidOf } from '#server/controllers/shared/fields.ts'
import { hasEnded, isTerminating } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { type Ending, setCondition } from './job-conditions.ts'
import {
  dropFinalizer,
  isFailed,
  isIndexed,
  isTracked,
  jobKind,
  type Jobs,
  type Run,
  uncountedOf,
} from './job-parts.ts'
import { failsIndex } from './job-backoff.ts'
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
  const isCounting = noted.counted.length > 0
  const isNotedFirst = isCounting || (isNews && ending !== null)
  const mayRelease = isCounting || ending !== null || isTerminating(job)
  const unwritten: Job = { ...job, status: noted.status }
  const current = isNotedFirst ? await write(parts, unwritten, noted.status) : unwritten
  const done = await release(parts, mayRelease ? noted.toRelease : [])
  await writeCounts(parts, { run, current, mustWrite: isNews && !isNotedFirst, done, ending })
}

interface Counting {
  readonly run: Run
  readonly current: Job
  /** True if the status differs from what is stored, even without new counts. */
  readonly mustWrite: boolean
  readonly done: ReadonlySet<string>
  readonly ending: Ending | null
}

/** Writes the counters, and the end of the Job with its event when nothing is left to count. */
async function writeCounts(parts: Jobs, { run, current, mustWrite, done, ending }: Counting): Promise<void> {
  const { status = {} } = current
  const final = finish(parts, count(status, run, done), ending)
  if (mustWrite || !deepEqual(status, final)) await write(parts, current, final)
  if (ending !== null && isOver(final)) announce(parts, run.job, ending)
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
  const before = uncountedOf(job.status ?? {})
  const known = new Set([...before.succeeded, ...before.failed])
  const ended = pods
    .filter((pod) => isTracked(pod) && !released.has(uidOf(pod)))
    // A failed pod that another one must succeed is counted when that exists.
    .filter((pod) => ending !== null || isTerminating(job) || run.toReplace.get(indexOf(pod) ?? -1) !== pod)
    .map((pod) => ({ pod, fate: fateOf(pod, job, ending) }))
    .filter(({ fate }) => fate !== 'runs')
  const counted = ended.filter(({ pod, fate }) => fate !== 'ends' && !known.has(uidOf(pod)))
  const ofFate = (fate: Fate): Pod[] => counted.filter((each) => each.fate === fate).map(({ pod }) => pod)
  const succeeded = isIndexed(job) ? [] : ofFate('succeeded')
  const failed = ofFate('failed').filter((pod) => failureOf(job, pod) !== 'Ignore')
  const uncounted = {
    ...listed('succeeded', [...before.succeeded, ...succeeded.map(uidOf)]),
    ...listed('failed', [...before.failed, ...failed.map(uidOf)]),
  }
  const noted = { ...status, uncountedTerminatedPods: uncounted, ...indexTexts(job, pods, run.failedIndexes) }
  return {
    ...withTarget(job, noted, ending, loop),
    counted: counted.map(({ pod }) => pod),
    toRelease: ended.map(({ pod }) => pod),
  }
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

type Fate = 'succeeded' | 'failed' | 'ends' | 'runs'

function fateOf(pod: Pod, job: Job, ending: Ending | null): Fate {
  if (pod.status?.phase === 'Succeeded') return 'succeeded'
  if (isTerminating(job) && !hasEnded(pod)) return 'ends'
  if (isFailed(pod, job)) return ending?.type === 'SuccessCriteriaMet' && !hasEnded(pod) ? 'ends' : 'failed'
  // The pods that still run have just been deleted: those of a failed Job count as failed.
  if (ending === null) return 'runs'
  return ending.type === 'FailureTarget' ? 'failed' : 'ends'
}

function indexTexts(job: Job, pods: readonly Pod[], failedIndexes: ReadonlySet<number>): JobStatus {
  const indexes = isIndexed(job) ? indexesOf(job, pods) : new Set<number>()
  return {
    ...(indexes.size === 0 ? {} : { completedIndexes: textOfIndexes(indexes), succeeded: indexes.size }),
    ...(job.spec?.backoffLimitPerIndex === undefined ? {} : { failedIndexes: textOfIndexes(failedIndexes) }),
  }
}

/** The indexes that failed, by the status and by pods that ended since. */
export function failedIndexesOf(job: Job, pods: readonly Pod[]): Set<number> {
  const indexes = listOfIndexes(job.status?.failedIndexes)
  for (const pod of pods) {
    const index = indexOf(pod)
    if (index !== null && failsIndex(job, pod)) indexes.add(index)
  }
  return indexes
}

async function release({ loop, released }: Jobs, pods: readonly Pod[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  await Promise.all(
    pods.map(async (pod) => {
      const { uid = '' } = pod.metadata
      released.add(uid)
      try {
        await unlessGone(() => dropFinalizer(loop, pod))
      } catch (error) {
        released.delete(uid)
        throw error
      }
      done.add(uid)
    }),
  )
  return done
}

/** Moves pods without finalizers from the list of uncounted ones to the counters. */
function count(status: JobStatus, { pods, job }: Run, released: ReadonlySet<string>): JobStatus {
  const { succeeded, failed } = uncountedOf(status)
  const holds = new Set(pods.filter(isTracked).map(uidOf))
  const isDone = (uid: string): boolean => released.has(uid) || !holds.has(uid)
  const isOpen = (uid: string): boolean => !isDone(uid)
  const newSucceeded = succeeded.filter(isDone).length
  const newFailed = failed.filter(isDone).length
  const total = isIndexed(job) ? listOfIndexes(status.completedIndexes).size : (status.succeeded ?? 0) + newSucceeded
  const isSame = total === 0 || (newSucceeded === 0 && succeeded.length > 0)
  return {
    ...status,
    ...(isSame ? {} : { succeeded: total }),
    ...(newFailed === 0 ? {} : { failed: (status.failed ?? 0) + newFailed }),
    uncountedTerminatedPods: {
      ...listed('succeeded', succeeded.filter(isOpen)),
      ...listed('failed', failed.filter(isOpen)),
    },
  }
}

const isOver = ({ conditions }: JobStatus): boolean =>
  (conditions ?? []).some(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')

/** A Job is over when nothing is left to count and no pod is still being deleted. */
function finish({ loop }: Jobs, status: JobStatus, ending: Ending | null): JobStatus {
  const { succeeded, failed } = uncountedOf(status)
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
