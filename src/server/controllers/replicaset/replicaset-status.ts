import { deepEqual } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { matchesLabels } from '#api/selectors/label-selector.ts'
import { toLabelSelector } from '#api/selectors/label-selector-object.ts'
import { Refusal } from '#client/refusal.ts'
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { counted } from '#server/controllers/shared/counts.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { isAvailable, isReady } from '#server/controllers/shared/pods.ts'
import type { ReplicaFailure } from './manage-replicas.ts'
import type { Replicas } from './replicaset-controller.ts'

interface Circumstances {
  readonly failure: ReplicaFailure | null
  readonly nowMs: number
}

/** Returns the status that follows from the active pods. [LC13] */
export function statusOf(
  owner: ReplicaSet,
  active: readonly Pod[],
  { failure, nowMs }: Circumstances,
): ReplicaSetStatus {
  const { template, minReadySeconds = 0 } = owner.spec ?? {}
  const labels = toLabelSelector({ matchLabels: template?.metadata?.labels ?? {} }) ?? []
  return {
    ...owner.status,
    replicas: active.length,
    fullyLabeledReplicas: counted(active.filter(({ metadata }) => matchesLabels(labels, metadata.labels)).length),
    readyReplicas: counted(active.filter(isReady).length),
    availableReplicas: counted(active.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length),
    conditions: withFailure(owner.status?.conditions ?? [], failure, nowMs),
  }
}

function withFailure(
  conditions: readonly ReplicaSetCondition[],
  failure: ReplicaFailure | null,
  nowMs: number,
): ReplicaSetCondition[] | undefined {
  const others = conditions.filter(({ type }) => type !== 'ReplicaFailure')
  const before = conditions.find(({ type }) => type === 'ReplicaFailure')
  if (failure === null) return others.length === 0 ? undefined : others
  if (before !== undefined) return [...conditions]
  const { reason, error } = failure
  return [
    ...others,
    {
      type: 'ReplicaFailure',
      status: 'True',
      lastTransitionTime: formatTime(nowMs),
      reason,
      message: error.message,
    },
  ]
}

/** Writes the status unless it is up to date. After a conflict it is written once more to the current object. */
export async function writeStatus(
  replicas: Replicas,
  owner: ReplicaSet,
  status: ReplicaSetStatus,
): Promise<ReplicaSet> {
  const { loop, kind } = replicas
  const { generation } = owner.metadata
  if (deepEqual(owner.status ?? {}, status) && owner.status?.observedGeneration === generation) return owner
  const path = pathOfObject(kind, owner)
  const next = { ...status, observedGeneration: generation }
  try {
    await loop.client.put(`${path}/status`, { ...owner, status: next })
    return { ...owner, status: next }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const live = await loop.client.get<ReplicaSet>(path)
  await loop.client.put(`${path}/status`, { ...live, status: next })
  return { ...live, status: next }
}
