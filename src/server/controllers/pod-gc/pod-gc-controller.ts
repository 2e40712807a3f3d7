import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { createdOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { hasEnded, isTerminating, pathOfPod, podsPath } from '#server/controllers/shared/pods.ts'

const everyMs = 20_000
/** The time that a node must be absent before its pods are deleted. */
const quarantineMs = 40_000
const endedMax = 12_500

/** Deletes pods of nodes that no longer exist, and terminated pods beyond a threshold. [LC94] */
export const podGarbage: LoopDefinition = {
  name: 'pod-garbage-collector-controller',
  account: 'pod-garbage-collector',
  start(loop) {
    const pods = loop.informers.of<Pod>(podsPath)
    const nodes = loop.informers.of<Node>('/api/v1/nodes')
    const absentSince = new Map<string, number>()
    /** Returns how long the node of a pod has been absent; zero while it exists. */
    const absentMs = (name: string): number => {
      if (nodes.get(`/${name}`) !== undefined) return 0
      const since = absentSince.get(name) ?? loop.clock.now()
      absentSince.set(name, since)
      return loop.clock.now() - since
    }
    const collect = async (): Promise<void> => {
      for (const name of absentSince.keys()) if (nodes.get(`/${name}`) !== undefined) absentSince.delete(name)
      const stuck = pods.all().filter((pod) => isTerminating(pod) && isStuck(nodes, pod))
      const orphans = pods
        .all()
        .filter(({ spec }) => (spec?.nodeName ?? '') !== '' && absentMs(spec?.nodeName ?? '') >= quarantineMs)
      await Promise.all([
        ...[...stuck, ...surplusOf(pods.all())].map((pod) => end(loop, pod, null)),
        ...orphans.map((pod) => end(loop, pod, 'PodGC: node no longer exists')),
      ])
    }
    // A paused loop collects when it is stepped.
    loop.every(everyMs, () => loop.queue.add('all pods'))
    return collect
  },
}

/** True if no kubelet will end the pod: it has no node, or one that is out of service. */
function isStuck(nodes: Informer<Node>, { spec }: Pod): boolean {
  const { nodeName = '' } = spec ?? {}
  return nodeName === '' || isOutOfService(nodes.get(`/${nodeName}`))
}

/** True if somebody marked a node that is not ready as out of service: its pods will never end by themselves. */
const isOutOfService = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.spec?.taints ?? []).some(({ key }) => key === 'node.orch.io/out-of-service') &&
  !(node.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/** The oldest of the pods that have ended, beyond the number that is kept. */
function surplusOf(pods: readonly Pod[]): readonly Pod[] {
  const ended = pods.filter((pod) => hasEnded(pod) && !isTerminating(pod))
  return ended.toSorted((a, b) => (createdOf(a) < createdOf(b) ? -1 : 1)).slice(0, Math.max(0, ended.length - endedMax))
}

/** Marks a pod as failed if it has not ended, and removes it at once. */
async function end({ client, clock }: Loop, pod: Pod, message: string | null): Promise<void> {
  const { generation } = pod.metadata
  try {
    if (!hasEnded(pod)) {
      const disruption = {
        type: 'DisruptionTarget',
        status: 'True',
        observedGeneration: generation,
        reason: 'DeletionByPodGC',
        message: message ?? '',
        lastProbeTime: null,
        lastTransitionTime: formatTime(clock.now()),
      }
      const conditions = message === null ? {} : { conditions: [disruption] }
      await client.strategicPatch(`${pathOfPod(pod)}/status`, {
        metadata: { uid: pod.metadata.uid },
        status: { phase: 'Failed', observedGeneration: generation, ...conditions },
      })
    }
    await client.delete(pathOfPod(pod), { gracePeriodSeconds: 0 })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
