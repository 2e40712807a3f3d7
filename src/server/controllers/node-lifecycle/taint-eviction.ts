import { formatTime, parseTime } from '#api/time.ts'
import type { Node, Pod, Taint } from '#server/kinds/types/core-v1.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { tolerates } from '#server/controllers/scheduler/node-terms.ts'

/** When a pod must leave its node; `null` if it may remain. */
function leavesAtMs({ spec }: Pod, taints: readonly Taint[], nowMs: number): number | null {
  const times: number[] = []
  for (const taint of taints) {
    const fitting = (spec?.tolerations ?? []).filter((each) => tolerates(each, taint))
    if (fitting.length === 0) return nowMs
    const sinceMs = (taint.timeAdded ?? '') === '' ? nowMs : parseTime(taint.timeAdded ?? '')
    for (const { tolerationSeconds } of fitting)
      if (tolerationSeconds !== undefined) times.push(sinceMs + Math.max(0, tolerationSeconds) * 1000)
  }
  return times.length === 0 ? null : Math.min(...times)
}

/** Evicts pods from nodes with NoExecute taints that they do not tolerate, or no longer. [LC92] */
export const taintEviction: LoopDefinition = {
  name: 'taint-eviction-controller',
  account: 'node-controller',
  component: 'taint-eviction-controller',
  start(starting) {
    const { informers, queue, clock } = starting
    const nodes = informers.of<Node>('/api/v1/nodes')
    const pods = informers.of<Pod>(podsPath)
    const planned = new Map<string, { readonly atMs: number; readonly cancel: () => void }>()
    /** When a pod must leave the node that it is on; `null` if it may remain or leaves already. */
    const deadlineOf = (pod: Pod): number | null => {
      const node = nodes.get(`/${pod.spec?.nodeName ?? ''}`)
      const taints = (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
      return isTerminating(pod) || taints.length === 0 ? null : leavesAtMs(pod, taints, clock.now())
    }
    const cancelPlan = (key: string): void => {
      planned.get(key)?.cancel()
      planned.delete(key)
    }
    nodes.onChange((before, after) => {
      const node = after ?? before
      const changed = JSON.stringify(before?.spec?.taints) !== JSON.stringify(after?.spec?.taints)
      if (node === undefined || !changed) return
      for (const pod of pods.all()) if (pod.spec?.nodeName === node.metadata.name) queue.add(keyOf(pod))
    })
    pods.onChange((before, after) => {
      if (after === undefined) {
        if (before !== undefined) cancelPlan(keyOf(before))
      } else if (before?.spec?.nodeName !== after.spec?.nodeName) queue.add(keyOf(after))
    })
    return async (key, loop) => {
      const pod = pods.get(key)
      if (pod === undefined || (pod.spec?.nodeName ?? '') === '') return
      const atMs = deadlineOf(pod)
      const before = planned.get(key)
      if (before !== undefined && before.atMs === atMs) return
      cancelPlan(key)
      if (atMs === null) {
        if (before !== undefined && !isTerminating(pod)) say(loop, pod, 'Cancelling deletion of Pod')
        return
      }
      if (atMs <= clock.now()) return evict(loop, pod)
      const cancel = clock.after(atMs - clock.now(), () => {
        planned.delete(key)
        void evict(loop, pod)
      })
      planned.set(key, { atMs, cancel })
    }
  },
}

const say = ({ events }: Loop, pod: Pod, text: string): void =>
  events.emit({ apiVersion: 'v1', kind: 'Pod', object: pod }, 'Normal', 'TaintManagerEviction', `${text} ${keyOf(pod)}`)

async function evict(loop: Loop, pod: Pod): Promise<void> {
  say(loop, pod, 'Marking for deletion Pod')
  await unlessGone(async () => {
    await loop.client.strategicPatch(`${pathOfPod(pod)}/status`, {
      metadata: { uid: pod.metadata.uid },
      status: {
        conditions: [
          {
            type: 'DisruptionTarget',
            status: 'True',
            observedGeneration: pod.metadata.generation,
            reason: 'DeletionByTaintManager',
            message: 'Taint manager: deleting due to NoExecute taint',
            lastProbeTime: null,
            lastTransitionTime: formatTime(loop.clock.now()),
          },
        ],
      },
    })
    await loop.client.delete(pathOfPod(pod))
  })
}
