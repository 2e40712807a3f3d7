import { formatTime, parseTime } from '#api/time.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { conditionOf, hasEnded, isTerminating, pathOfPod } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'

const type = 'DisruptionTarget'
/** A pod that is not being deleted this long after it was marked will not be disrupted. */
const staleMs = 120_000
/** Kubelets may take as long as they need between their mark and the end of a pod. */
const ofKubelets = 'TerminationByKubelet'
const prefix = 'mark '

/** The time after which the mark of a pod is stale; `null` for a pod without such a mark. */
function staleInMs(pod: Pod, nowMs: number): number | null {
  const mark = conditionOf(pod, type)
  if (isTerminating(pod) || hasEnded(pod) || mark?.status !== 'True' || mark.reason === ofKubelets) return null
  return Math.max(0, parseTime(mark.lastTransitionTime ?? '') + staleMs - nowMs)
}

/** Queues a pod for the moment when its mark is stale. */
export function awaitStaleMark({ queue, clock }: Loop, pod: Pod | undefined): void {
  const waitMs = pod === undefined ? null : staleInMs(pod, clock.now())
  if (pod !== undefined && waitMs !== null) queue.addAfter(`${prefix}${keyOf(pod)}`, waitMs)
}

/** Takes back the mark of a disruption that did not take place, if the key is about one. [LC119] */
export async function clearStaleMark(
  { client, clock, queue }: Loop,
  pods: Informer<Pod>,
  key: string,
): Promise<boolean> {
  if (!key.startsWith(prefix)) return false
  const pod = pods.get(key.slice(prefix.length))
  const waitMs = pod === undefined ? null : staleInMs(pod, clock.now())
  if (pod === undefined || waitMs === null) return true
  if (waitMs > 0) {
    queue.addAfter(key, waitMs)
    return true
  }
  const cleared = {
    type,
    status: 'False',
    observedGeneration: pod.metadata.generation,
    lastProbeTime: null,
    lastTransitionTime: formatTime(clock.now()),
  }
  const conditions = (pod.status?.conditions ?? []).map((each) => (each.type === type ? cleared : each))
  await unlessGone(() => client.update(`${pathOfPod(pod)}/status`, { ...pod, status: { ...pod.status, conditions } }))
  return true
}
