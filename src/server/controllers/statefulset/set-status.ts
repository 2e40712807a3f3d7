import { deepEqual } from '#api/json.ts'
import type { StatefulSet, StatefulSetStatus } from '#server/kinds/types/apps-v1.ts'
import { pathOfObject } from '#server/controllers/shared/owners.ts'
import { type Counters, toStatus } from './replace-pods.ts'
import { setKind, type SetRun } from './set-parts.ts'

/** Writes revisions and counters; the rollout is over when all pods have the new revision and are ready. [LC35] */
export async function writeStatus(run: SetRun, counters: Counters | null): Promise<StatefulSetStatus> {
  const { loop, set, current, update } = run
  const before = set.status ?? {}
  let status: StatefulSetStatus = {
    ...before,
    ...(counters === null ? {} : toStatus(counters)),
    observedGeneration: set.metadata.generation,
    currentRevision: current.metadata.name,
    updateRevision: update.metadata.name,
    collisionCount: before.collisionCount ?? 0,
  }
  if (isRolledOut(set, status))
    status = { ...status, currentRevision: status.updateRevision, currentReplicas: status.updatedReplicas }
  if (deepEqual(before, status)) return status
  await loop.client.put(`${pathOfObject(setKind, set)}/status`, { ...set, status })
  return status
}

const isRolledOut = ({ spec }: StatefulSet, status: StatefulSetStatus): boolean =>
  spec?.updateStrategy?.type !== 'OnDelete' &&
  status.currentRevision !== status.updateRevision &&
  [status.updatedReplicas, status.readyReplicas, status.replicas].every(
    (count) => (count ?? 0) === (spec?.replicas ?? 1),
  )
