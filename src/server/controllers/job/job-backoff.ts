import type { Job } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { conditionOf } from '#server/controllers/shared/pods.ts'
import { failureOf } from './job-failures.ts'
import { indexOf } from './job-indexes.ts'
import { isFailed } from './job-parts.ts'

const firstDelayMs = 10_000
const delayMsMax = 10 * 60_000

/** The failures of a Job's pods since the last success. */
export interface BackOff {
  readonly failures: number
  readonly lastMs: number
}

export const noFailures: BackOff = { failures: 0, lastMs: 0 }

/** The time left before the next pod: ten seconds after a failure, doubled with each further one. [LC41] */
export function delayAfterMs({ failures, lastMs }: BackOff, nowMs: number): number {
  if (failures === 0) return 0
  return Math.max(0, lastMs + Math.min(delayMsMax, firstDelayMs * 2 ** (failures - 1)) - nowMs)
}

/** Returns the failures of a Job after pods ended that were not looked at before. */
export function withEnded(before: BackOff, succeeded: readonly Pod[], failed: readonly Pod[]): BackOff {
  const times = failed.map(endedAtMs)
  if (succeeded.length === 0)
    return times.length === 0
      ? before
      : { failures: before.failures + times.length, lastMs: Math.max(before.lastMs, ...times) }
  const lastSuccessMs = Math.max(...succeeded.map(endedAtMs))
  const later = times.filter((at) => at > lastSuccessMs)
  return { failures: later.length, lastMs: Math.max(0, ...later) }
}

const endsOf = ({ status }: Pod): readonly string[] =>
  (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt ?? '')

/** The end of a pod: of its last container, or when it became unready, or the request to delete it. */
function endedAtMs(pod: Pod): number {
  const ends = endsOf(pod)
  if (ends.length > 0 && ends.every((each) => each !== '')) return Math.max(...ends.map((each) => Date.parse(each)))
  const ready = conditionOf(pod, 'Ready')
  if (ready?.status === 'False' && (ready.lastTransitionTime ?? '') !== '')
    return Date.parse(ready.lastTransitionTime ?? '')
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata
  if (deletionTimestamp !== undefined) return Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  return Date.parse(creationTimestamp ?? '')
}

const countAnnotation = 'batch.orch.io/job-index-failure-count'
const ignoredAnnotation = 'batch.orch.io/job-index-ignored-failure-count'
const numberIn = ({ metadata }: Pod, annotation: string): number => Number(metadata.annotations?.[annotation] ?? 0)
const attemptsOf = (pod: Pod): number => numberIn(pod, countAnnotation) + numberIn(pod, ignoredAnnotation)

const hasLimitPerIndex = ({ spec }: Job): boolean => spec?.backoffLimitPerIndex !== undefined

/** True if this failure of a pod is one too many for its index. */
export function failsIndex(job: Job, pod: Pod): boolean {
  if (!hasLimitPerIndex(job) || !isFailed(pod, job)) return false
  const consequence = failureOf(job, pod)
  if (consequence === 'FailIndex') return true
  return consequence !== 'Ignore' && numberIn(pod, countAnnotation) >= (job.spec?.backoffLimitPerIndex ?? Infinity)
}

/**
 * The last failed pod of each index that waits for another try. It is kept until its successor exists, which takes over
 * its count. [LC49]
 */
export function failuresToReplace(
  job: Job,
  pods: readonly Pod[],
  isSettled: (index: number) => boolean,
): ReadonlyMap<number, Pod> {
  const last = new Map<number, Pod>()
  if (!hasLimitPerIndex(job)) return last
  for (const pod of pods) {
    const index = indexOf(pod)
    if (index === null || !isFailed(pod, job) || isSettled(index)) continue
    const before = last.get(index)
    const isLater =
      before === undefined || (attemptsOf(before) <= attemptsOf(pod) && endedAtMs(before) <= endedAtMs(pod))
    if (isLater) last.set(index, pod)
  }
  return last
}

/** The time before an index may be tried again. */
export const delayOfIndexMs = (failed: Pod | undefined, nowMs: number): number =>
  failed === undefined ? 0 : delayAfterMs({ failures: attemptsOf(failed) + 1, lastMs: endedAtMs(failed) }, nowMs)

/** The annotations that count the failures of an index, for the successor of a failed pod. */
export function countsFor(job: Job, failed: Pod | undefined): { readonly [annotation: string]: string } {
  if (!hasLimitPerIndex(job)) return {}
  if (failed === undefined) return { [countAnnotation]: '0' }
  const isIgnored = failureOf(job, failed) === 'Ignore'
  const ignored = numberIn(failed, ignoredAnnotation) + (isIgnored ? 1 : 0)
  return {
    [countAnnotation]: String(numberIn(failed, countAnnotation) + (isIgnored ? 0 : 1)),
    ...(ignored === 0 ? {} : { [ignoredAnnotation]: String(ignored) }),
  }
}
