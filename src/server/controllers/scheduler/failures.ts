import type { JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { conditionOf, pathOfPod } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Scheduling } from './scheduler.ts'

export const schedulerName = 'default-scheduler'

/** Says in an event and in the pod's condition why it is not scheduled. `nominated` is the node that it may get. */
export async function fail(scheduling: Scheduling, pod: Pod, message: string, nominated: string | null): Promise<void> {
  const { loop, events } = scheduling
  events.emit(pod, { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: message })
  const { nominatedNodeName: promised = '' } = pod.status ?? {}
  const nomination = nominated === null || nominated === promised ? {} : { nominatedNodeName: nominated }
  const before = conditionOf(pod, 'PodScheduled')
  const condition = unschedulable(pod, message, formatTime(loop.clock.now()))
  const isSame = (['status', 'reason', 'message'] as const).every((field) => before?.[field] === condition[field])
  if (isSame && !('nominatedNodeName' in nomination)) return
  await unlessGone(() =>
    loop.client.strategicPatch(`${pathOfPod(pod)}/status`, { status: { conditions: [condition], ...nomination } }),
  )
}

function unschedulable(pod: Pod, message: string, now: string): JsonObject {
  const before = conditionOf(pod, 'PodScheduled')
  return {
    type: 'PodScheduled',
    status: 'False',
    observedGeneration: pod.metadata.generation,
    reason: 'Unschedulable',
    message,
    lastProbeTime: null,
    lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : now,
  }
}

export async function evict({ loop, events }: Scheduling, pod: Pod, victim: Pod, node: string): Promise<void> {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    observedGeneration: victim.metadata.generation,
    reason: 'PreemptionByScheduler',
    message: `${schedulerName}: preempting to accommodate a higher priority pod`,
    lastProbeTime: null,
    lastTransitionTime: formatTime(loop.clock.now()),
  }
  await unlessGone(async () => {
    await loop.client.strategicPatch(`${pathOfPod(victim)}/status`, { status: { conditions: [condition] } })
    await loop.client.delete(pathOfPod(victim))
    const note = `Preempted by pod ${pod.metadata.uid ?? ''} on node ${node}`
    events.emit(victim, { type: 'Normal', reason: 'Preempted', action: 'Preempting', note }, pod)
  })
}
