import { formatTime } from '#api/time.ts'
import type { Node, Pod, Taint } from '#server/kinds/types/core-v1.ts'
import { deepEqual } from '#api/json.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, splitKey } from '#server/controllers/shared/owners.ts'
import { pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { toleratedMs } from './tolerated-time.ts'

/** The eviction of a pod at a later time, or one that took place. */
interface Plan {
  readonly sinceMs: number
  /** Stops the planned eviction; `null` once the pod was evicted. */
  readonly cancel: (() => void) | null
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
    const planned = new Map<string, Plan>()
    /** Pods whose toleration has expired. The queue evicts them, so that a paused loop evicts none. */
    const due = new Set<string>()
    nodes.onChange((before, after) => {
      // The pods of a deleted node are collected as garbage; evictions that are planned take place.
      if (after === undefined || deepEqual(taintsOf(before), taintsOf(after))) return
      for (const pod of pods.all()) if (pod.spec?.nodeName === after.metadata.name) queue.add(keyOf(pod))
    })
    pods.onChange((before, after) => {
      const pod = after ?? before
      if (pod === undefined || isSame(before, after)) return
      if (after === undefined ? planned.has(keyOf(pod)) : taintsOf(nodeOf(after)).length > 0) queue.add(keyOf(pod))
    })
    const nodeOf = ({ spec }: Pod): Node | undefined => nodes.get(`/${spec?.nodeName ?? ''}`)
    const cancelPlan = (loop: Loop, key: string): void => {
      const cancel = planned.get(key)?.cancel ?? null
      planned.delete(key)
      if (cancel === null) return
      cancel()
      say(loop, key, 'Cancelling deletion of Pod')
    }
    return async (key, loop) => {
      const isDue = due.delete(key)
      const pod = pods.get(key)
      if (pod === undefined) return cancelPlan(loop, key)
      const node = nodeOf(pod)
      const delayMs = toleratedMs(pod, taintsOf(node))
      const leave = (): Promise<void> => {
        planned.set(key, { sinceMs: clock.now(), cancel: null })
        return evict(loop, pod)
      }
      if (isDue && (node === undefined || delayMs !== null)) return leave()
      // A plan that began earlier ends earlier, too.
      if (delayMs !== null && delayMs > 0 && isUnderWay(planned.get(key), clock.now())) return
      cancelPlan(loop, key)
      if (delayMs === null) return
      if (delayMs === 0) return leave()
      const end = (): void => {
        due.add(key)
        queue.add(key)
      }
      planned.set(key, { sinceMs: clock.now(), cancel: clock.after(delayMs, end) })
    }
  },
}

const isUnderWay = (plan: Plan | undefined, nowMs: number): boolean =>
  plan !== undefined && plan.cancel !== null && plan.sinceMs < nowMs

/** The taints of a node that evict pods. */
const taintsOf = (node: Node | undefined): Taint[] =>
  (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')

/** True if both versions of a pod are on the same node and tolerate the same. */
const isSame = (before: Pod | undefined, after: Pod | undefined): boolean =>
  before?.spec?.nodeName === after?.spec?.nodeName &&
  deepEqual(before?.spec?.tolerations ?? [], after?.spec?.tolerations ?? [])

/** The events of this controller name a pod without its uid. */
function say({ events }: Loop, key: string, text: string): void {
  const object = { metadata: splitKey(key) }
  events.emit({ apiVersion: 'v1', kind: 'Pod', object }, 'Normal', 'TaintManagerEviction', `${text} ${key}`)
}

async function evict(loop: Loop, pod: Pod): Promise<void> {
  say(loop, keyOf(pod), 'Marking for deletion Pod')
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
