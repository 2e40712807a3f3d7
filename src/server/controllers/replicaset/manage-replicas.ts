import type { ApiObject } from '#api/object-meta.ts'
import { parseTime } from '#api/time.ts'
import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { createPod, deletePod, isInTerminatingNamespace } from '#server/controllers/shared/pod-control.ts'
import { controllerOf, keyOf, ownedBy } from '#server/controllers/shared/owners.ts'
import { conditionOf, isActive, isReady, podFrom } from '#server/controllers/shared/pods.ts'
import { slowStart } from '#server/controllers/shared/slow-start.ts'
import type { Replicas } from './replicaset-controller.ts'

/** The failure of a creation or deletion of pods. */
export interface ReplicaFailure {
  readonly reason: 'FailedCreate' | 'FailedDelete'
  readonly error: Error
}

const burstMax = 500

/** Creates missing pods in growing batches, or deletes pods that are too many. Returns the failure, if any. [LC11] */
export function manageReplicas(
  replicas: Replicas,
  owner: ReplicaSet,
  active: readonly Pod[],
): Promise<ReplicaFailure | null> {
  const surplus = active.length - (owner.spec?.replicas ?? 0)
  if (surplus < 0) return addPods(replicas, owner, Math.min(burstMax, -surplus))
  return surplus > 0 ? removePods(replicas, owner, active, Math.min(burstMax, surplus)) : Promise.resolve(null)
}

async function addPods(replicas: Replicas, owner: ReplicaSet, count: number): Promise<ReplicaFailure | null> {
  const { loop, kind, expectations } = replicas
  const key = keyOf(owner)
  expectations.expectCreations(key, count)
  const pod = podFrom(owner.spec?.template ?? undefined, {
    generateName: `${owner.metadata.name ?? ''}-`,
    ownerReferences: [ownedBy(kind, owner)],
  })
  const outcome = await slowStart(count, async () => {
    try {
      await createPod(loop, { ...kind, object: owner }, pod)
    } catch (error) {
      expectations.created(key)
      if (isInTerminatingNamespace(error)) return
      throw error
    }
  })
  for (let skipped = outcome.skipped; skipped > 0; skipped -= 1) expectations.created(key)
  return outcome.error === null ? null : { reason: 'FailedCreate', error: outcome.error }
}

async function removePods(
  replicas: Replicas,
  owner: ReplicaSet,
  active: readonly Pod[],
  count: number,
): Promise<ReplicaFailure | null> {
  const { loop, kind, expectations } = replicas
  const key = keyOf(owner)
  const doomed = count >= active.length ? active : inDeletionOrder(replicas, owner, active).slice(0, count)
  expectations.expectDeletions(key, doomed.map(keyOf))
  const failures = await Promise.all(
    doomed.map(async (pod) => {
      try {
        await deletePod(loop, { ...kind, object: owner }, pod)
        return null
      } catch (error) {
        expectations.deleted(key, keyOf(pod))
        if (error instanceof Error) return error
        throw error
      }
    }),
  )
  const error = failures.find((each) => each !== null)
  return error === undefined ? null : { reason: 'FailedDelete', error }
}

type Comparison = (a: Pod, b: Pod) => number

/** Sorts pods by deletion preference: not scheduled, not ready, low deletion cost, several on a node, young. [LC12] */
function inDeletionOrder(replicas: Replicas, owner: ReplicaSet, active: readonly Pod[]): readonly Pod[] {
  const nowMs = replicas.loop.clock.now()
  const perNode = countPerNode(replicas, owner)
  const onNode = (pod: Pod): number => perNode.get(pod.spec?.nodeName ?? '') ?? 0
  const comparisons: readonly Comparison[] = [
    (a, b) => Number((a.spec?.nodeName ?? '') !== '') - Number((b.spec?.nodeName ?? '') !== ''),
    (a, b) => phaseRank(a) - phaseRank(b),
    (a, b) => Number(isReady(a)) - Number(isReady(b)),
    (a, b) => deletionCost(a) - deletionCost(b),
    (a, b) => onNode(b) - onNode(a),
    (a, b) => ageRank(readySince(a), nowMs) - ageRank(readySince(b), nowMs),
    (a, b) => restartsOf(b) - restartsOf(a),
    (a, b) => ageRank(a.metadata.creationTimestamp, nowMs) - ageRank(b.metadata.creationTimestamp, nowMs),
    (a, b) => ((a.metadata.uid ?? '') < (b.metadata.uid ?? '') ? -1 : 1),
  ]
  return active.toSorted((a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  })
}

const phaseRank = ({ status }: Pod): number => ['Pending', 'Unknown', 'Running'].indexOf(status?.phase ?? 'Unknown')

function deletionCost({ metadata }: ApiObject): number {
  const cost = Number(metadata.annotations?.['controller.orch.io/pod-deletion-cost'] ?? '0')
  return Number.isInteger(cost) ? cost : 0
}

const readySince = (pod: Pod): string | undefined => (isReady(pod) ? conditionOf(pod, 'Ready')?.lastTransitionTime : '')

/** Ages count by powers of two, so that about equally old pods are chosen by chance. */
function ageRank(since: string | null | undefined, nowMs: number): number {
  if (since === undefined || since === null || since === '') return -1
  const ageMs = nowMs - parseTime(since)
  return ageMs <= 0 ? -1 : Math.floor(Math.log2(ageMs * 1_000_000))
}

const restartsOf = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount = 0 }) => restartCount))

/** The number of active pods on each node of all sets with the same controller. */
function countPerNode({ owners, pods }: Replicas, owner: ReplicaSet): ReadonlyMap<string, number> {
  const controller = controllerOf(owner)
  const siblings = controller === undefined ? [owner] : owners.controlledBy(controller.uid)
  const counts = new Map<string, number>()
  for (const { metadata } of siblings)
    for (const pod of pods.controlledBy(metadata.uid ?? '').filter(isActive)) {
      const node = pod.spec?.nodeName ?? ''
      counts.set(node, (counts.get(node) ?? 0) + 1)
    }
  return counts
}
