import type { Job, JobStatus } from '#server/kinds/types/batch-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Expectations } from '#server/controllers/shared/expectations.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import type { KindOfOwner } from '#server/controllers/shared/owners.ts'
import { isTerminating, pathOfPod } from '#server/controllers/shared/pods.ts'
import type { BackOff } from './job-backoff.ts'

export const jobKind: KindOfOwner = { apiVersion: 'batch/v1', kind: 'Job', root: '/apis/batch/v1', resource: 'jobs' }
export const trackingFinalizer = 'batch.orch.io/job-tracking'
/** State that the files of this controller share. */
export interface Jobs {
  readonly loop: Loop
  readonly jobs: Informer<Job>
  readonly pods: Informer<Pod>
  readonly expectations: Expectations
  /** Pods whose finalizer was removed, until the watch shows it. */
  readonly released: Set<string>
  /** The failures since the last success, by Job. */
  readonly backOffs: Map<string, BackOff>
}

/** One reconciliation of a Job. */
export interface Run {
  readonly job: Job
  readonly key: string
  readonly pods: readonly Pod[]
  readonly active: readonly Pod[]
  readonly succeeded: number
  readonly failed: number
  readonly newFailures: readonly Pod[]
  readonly backOff: BackOff
  /** With a limit per index: the indexes that failed, and the failed pods that wait for their successors. */
  readonly failedIndexes: ReadonlySet<number>
  readonly toReplace: ReadonlyMap<number, Pod>
  readonly status: JobStatus
}

export const dropFinalizer = ({ client }: Loop, pod: Pod): Promise<unknown> =>
  client.strategicPatch(pathOfPod(pod), {
    metadata: { uid: pod.metadata.uid, '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] },
  })

/** True if a pod that is being deleted keeps its place until it has failed. */
export const replacesOnlyFailed = ({ spec }: Job): boolean =>
  spec?.podReplacementPolicy === undefined
    ? spec?.podFailurePolicy !== undefined
    : spec.podReplacementPolicy === 'Failed'

/** A pod with a deletion in progress counts as failed at once, unless only failed pods are replaced. */
export function isFailed(pod: Pod, job: Job): boolean {
  if (pod.status?.phase === 'Failed') return true
  return !replacesOnlyFailed(job) && isTerminating(pod) && pod.status?.phase !== 'Succeeded'
}

/** The pods that have ended and are not counted yet, as the status lists them. */
export function uncountedOf({ uncountedTerminatedPods = {} }: JobStatus): {
  readonly succeeded: readonly string[]
  readonly failed: readonly string[]
} {
  const { succeeded = [], failed = [] } = uncountedTerminatedPods
  return { succeeded, failed }
}

/** True if a pod is not counted yet, so that it must not disappear. */
export const isTracked = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(trackingFinalizer) ?? false

export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === 'Indexed'
