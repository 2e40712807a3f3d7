import type { ControllerRevision, StatefulSet, StatefulSetStatus } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import { counted, scaled } from '#server/controllers/shared/counts.ts'
import { hasEnded, isAvailable, isReady, isTerminating } from '#server/controllers/shared/pods.ts'
import {
  claimTemplates,
  createClaims,
  createSetPod,
  deleteSetPod,
  hasStaleClaim,
  ordinalOf,
  retainClaims,
} from './set-pods.ts'
import { revisionOf, type SetRun } from './set-parts.ts'

const startOf = ({ spec }: StatefulSet): number => spec?.ordinals?.start ?? 0
const isCreated = ({ status }: Pod): boolean => (status?.phase ?? '') !== ''
const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === 'Running' && isReady(pod)
const isHealthy = (pod: Pod): boolean => isRunningAndReady(pod) && !isTerminating(pod)

/** Counters that change while pods are replaced, before a watch shows it. */
export interface Counters {
  replicas: number
  ready: number
  available: number
  current: number
  updated: number
}

/** Brings the set's pods one step closer to what it asks for. Returns the counters for its status. [LC33] */
export async function replacePods(run: SetRun): Promise<Counters> {
  const { set, pods } = run
  const counters = countPods(run)
  const isOrdered = set.spec?.podManagementPolicy !== 'Parallel'
  const { inRange, condemned } = splitByOrdinal(set, pods)
  for (const [ordinal, pod] of inRange) if (await keepPod(run, ordinal, pod, isOrdered)) return counters
  const present = [...inRange.values()].filter((pod) => pod !== undefined)
  const unhealthy = [...present, ...condemned].toReversed().find((pod) => !isHealthy(pod))
  if (claimTemplates(set).length > 0) for (const pod of condemned) await retainClaims(run, pod, true)
  for (const pod of condemned) if (await condemn(run, pod, { isOrdered, unhealthy })) return counters
  if (set.spec?.updateStrategy?.type !== 'OnDelete') await updatePods(run, inRange, counters)
  return counters
}

interface ByOrdinal {
  /** All ordinals that the set asks for, from the lowest; undefined where there is no pod. */
  readonly inRange: ReadonlyMap<number, Pod | undefined>
  /** Pods that are too many, from the highest ordinal. */
  readonly condemned: readonly Pod[]
}

function splitByOrdinal(set: StatefulSet, pods: readonly Pod[]): ByOrdinal {
  const ordinals = Array.from({ length: set.spec?.replicas ?? 1 }, (_, at) => startOf(set) + at)
  const inRange = new Map<number, Pod | undefined>(ordinals.map((ordinal) => [ordinal, undefined]))
  const condemned: (readonly [number, Pod])[] = []
  for (const pod of pods) {
    const ordinal = ordinalOf(set, pod) ?? -1
    if (inRange.has(ordinal)) inRange.set(ordinal, pod)
    else condemned.push([ordinal, pod])
  }
  return { inRange, condemned: condemned.toSorted(([a], [b]) => b - a).map(([, pod]) => pod) }
}

function countPods({ set, pods, current, update, loop }: SetRun): Counters {
  const { minReadySeconds = 0 } = set.spec ?? {}
  const now = loop.clock.now()
  const ready = pods.filter(isRunningAndReady)
  const live = pods.filter((pod) => isCreated(pod) && !isTerminating(pod))
  const of = (revision: ControllerRevision): number =>
    live.filter((pod) => revisionOf(pod) === revision.metadata.name).length
  return {
    replicas: pods.filter(isCreated).length,
    ready: ready.length,
    available: ready.filter((pod) => isAvailable(pod, minReadySeconds, now)).length,
    current: of(current),
    updated: of(update),
  }
}

/** The revision of a pod that does not exist yet: pods below the partition remain at the current one. */
function revisionFor({ set, current, update }: SetRun, ordinal: number): ControllerRevision {
  const { updateStrategy = {} } = set.spec ?? {}
  if (current === update || updateStrategy.type === 'OnDelete') return update
  const { currentReplicas = 0 } = set.status ?? {}
  const kept = updateStrategy.rollingUpdate === undefined ? currentReplicas : partitionOf(set)
  return ordinal < startOf(set) + kept ? current : update
}

/** The number of ordinals that a rolling update leaves alone. */
const partitionOf = ({ spec }: StatefulSet): number => spec?.updateStrategy?.rollingUpdate?.partition ?? 0

/** Returns whether nothing else may happen until the pod changes. */
async function keepPod(run: SetRun, ordinal: number, found: Pod | undefined, isOrdered: boolean): Promise<boolean> {
  if (found === undefined) {
    // Claims of an earlier pod of this name are about to be deleted: the new pod would lose them.
    if (!hasStaleClaim(run, ordinal)) await createSetPod(run, ordinal, revisionFor(run, ordinal))
    // The watch counts the new pod when it shows it.
    return isOrdered
  }
  if (!hasEnded(found)) return keepRunning(run, found, isOrdered)
  if (isTerminating(found)) return isOrdered
  // It counts until it is gone.
  await deleteSetPod(run, found)
  return isOrdered
}

async function keepRunning(run: SetRun, pod: Pod, isOrdered: boolean): Promise<boolean> {
  const hasClaims = claimTemplates(run.set).length > 0
  if (hasClaims && pod.status?.phase === 'Pending') await createClaims(run, nameOf(pod))
  if (isOrdered && !isInPlace(run, pod)) return true
  if (hasClaims) await retainClaims(run, pod, false)
  return false
}

/** True if a pod that others wait for serves and remains. */
const isInPlace = ({ set, loop }: SetRun, pod: Pod | undefined): boolean =>
  pod !== undefined && isHealthy(pod) && isAvailable(pod, set.spec?.minReadySeconds ?? 0, loop.clock.now())

/** Deletes a pod that is too many; with an order, only when those below are healthy. */
async function condemn(
  run: SetRun,
  pod: Pod,
  { isOrdered, unhealthy }: { readonly isOrdered: boolean; readonly unhealthy: Pod | undefined },
): Promise<boolean> {
  if (isTerminating(pod)) return isOrdered
  const waits = isOrdered && unhealthy !== undefined && unhealthy !== pod && !isRunningAndReady(pod)
  if (waits) return true
  await deleteSetPod(run, pod)
  return isOrdered
}

const isOutdated = ({ update }: SetRun, pod: Pod): boolean => !isTerminating(pod) && revisionOf(pod) !== nameOf(update)

/** Deletes pods of old revisions from the highest ordinal down, as many at once as may be unavailable. */
async function updatePods(run: SetRun, inRange: ByOrdinal['inRange'], counters: Counters): Promise<void> {
  const { set } = run
  const { replicas = 1, updateStrategy } = set.spec ?? {}
  const { maxUnavailable = 1 } = updateStrategy?.rollingUpdate ?? {}
  const most = Math.max(1, scaled(maxUnavailable, replicas, 'up'))
  const least = startOf(set) + partitionOf(set)
  let unavailable = 0
  for (const [ordinal, pod] of [...inRange].toSorted(([a], [b]) => b - a)) {
    if (ordinal < least) return
    if (pod !== undefined && isOutdated(run, pod)) {
      await deleteSetPod(run, pod)
      counters.current = Math.max(0, counters.current - 1)
      unavailable += 1
    } else if (!isInPlace(run, pod)) unavailable += 1
    if (unavailable >= most) return
  }
}

export const toStatus = (counters: Counters): StatefulSetStatus => ({
  replicas: counters.replicas,
  readyReplicas: counted(counters.ready),
  availableReplicas: counters.available,
  currentReplicas: counted(counters.current),
  updatedReplicas: counted(counters.updated),
})
