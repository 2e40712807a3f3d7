import { deepEqual } from '#api/json.ts'
import type { DaemonSetStatus } from '#server/kinds/types/apps-v1.ts'
import { counted } from '#server/controllers/shared/counts.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { isAvailable, isReady } from '#server/controllers/shared/pods.ts'
import { daemonKind, type DaemonRun } from './daemon-parts.ts'
import { fitsNode } from './daemon-nodes.ts'

/** Counts nodes by what runs on them. [LC39] */
export async function writeDaemonStatus(run: DaemonRun): Promise<void> {
  const { loop, set, nodes, byNode, hash } = run
  const count = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 }
  for (const node of nodes) {
    const pods = byNode.get(node.metadata.name ?? '') ?? []
    if (!fitsNode(set, node).runs) {
      if (pods.length > 0) count.misscheduled += 1
      continue
    }
    count.desired += 1
    const [pod] = pods.toSorted((a, b) =>
      (a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1,
    )
    if (pod === undefined) continue
    count.current += 1
    if (isReady(pod)) count.ready += 1
    if (isAvailable(pod, set.spec?.minReadySeconds ?? 0, loop.clock.now())) count.available += 1
    if (pods.some(({ metadata }) => metadata.labels?.['controller-revision-hash'] === hash)) count.updated += 1
  }
  const before = set.status ?? {}
  const status: DaemonSetStatus = {
    ...before,
    observedGeneration: set.metadata.generation,
    desiredNumberScheduled: count.desired,
    currentNumberScheduled: count.current,
    numberMisscheduled: count.misscheduled,
    numberReady: count.ready,
    updatedNumberScheduled: counted(count.updated),
    numberAvailable: counted(count.available),
    numberUnavailable: counted(count.desired - count.available),
  }
  if (!deepEqual(before, status))
    await loop.client.update(`${pathOfObject(daemonKind, set)}/status`, { ...set, status })
}
