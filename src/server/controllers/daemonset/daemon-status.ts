import { deepEqual } from '#api/json.ts'
import type { DaemonSetStatus } from '#server/kinds/types/apps-v1.ts'
import { counted } from '#server/controllers/shared/counts.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { isAvailable, isReady } from '#server/controllers/shared/pods.ts'
import { createdOf, labelOf, nameOf } from '#server/controllers/shared/fields.ts'
import { daemonKind, type DaemonRun, revisionLabel } from './daemon-parts.ts'
import { fitsNode } from './daemon-nodes.ts'

interface NodeCounts {
  desired: number
  current: number
  misscheduled: number
  ready: number
  updated: number
  available: number
}

/** Counts nodes by what runs on them; of a node with several pods, the oldest counts. */
function countNodes({ loop, set, nodes, byNode, hash }: DaemonRun): NodeCounts {
  const count: NodeCounts = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 }
  const { minReadySeconds = 0 } = set.spec ?? {}
  for (const node of nodes) {
    const pods = byNode.get(nameOf(node)) ?? []
    if (!fitsNode(set, node).runs) {
      if (pods.length > 0) count.misscheduled += 1
      continue
    }
    count.desired += 1
    const [pod] = pods.toSorted((a, b) => (createdOf(a) < createdOf(b) ? -1 : 1))
    if (pod === undefined) continue
    count.current += 1
    if (isReady(pod)) count.ready += 1
    if (isAvailable(pod, minReadySeconds, loop.clock.now())) count.available += 1
    if (labelOf(pod, revisionLabel) === hash) count.updated += 1
  }
  return count
}

/** Writes how many nodes should and do run a pod of the set; the generation only when nothing is under way. [LC39] */
export async function writeDaemonStatus(run: DaemonRun, isCertain: boolean): Promise<void> {
  const { loop, set } = run
  const count = countNodes(run)
  const before = set.status ?? {}
  const status: DaemonSetStatus = {
    ...before,
    observedGeneration: isCertain ? set.metadata.generation : before.observedGeneration,
    desiredNumberScheduled: count.desired,
    currentNumberScheduled: count.current,
    numberMisscheduled: count.misscheduled,
    numberReady: count.ready,
    updatedNumberScheduled: counted(count.updated),
    numberAvailable: counted(count.available),
    numberUnavailable: counted(count.desired - count.available),
  }
  if (!deepEqual(before, status)) await loop.client.put(`${pathOfObject(daemonKind, set)}/status`, { ...set, status })
}
