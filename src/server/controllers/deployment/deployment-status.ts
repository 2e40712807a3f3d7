import { deepEqual } from '#api/json.ts'
import { parseTime } from '#api/time.ts'
import type { Deployment, DeploymentStatus, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { counted } from '#server/controllers/shared/counts.ts'
import { keyOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { conditionOf, hasDeadline, withCondition, withoutCondition } from './deployment-conditions.ts'
import { deploymentKind, type Rollout } from './deployment-parts.ts'
import { availableOf, maxUnavailable, sizeOf, sum } from './deployment-sizes.ts'
import type { Sets } from './revisions.ts'

const replicasOf = ({ status }: ReplicaSet): number => status?.replicas ?? 0

/** True if all pods are new and available, and nothing changed since. */
export const isComplete = (deployment: Deployment, status: DeploymentStatus): boolean =>
  (status.updatedReplicas ?? 0) === sizeOf(deployment) &&
  (status.replicas ?? 0) === sizeOf(deployment) &&
  (status.availableReplicas ?? 0) === sizeOf(deployment) &&
  (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)

/** The counters of the status, and the condition Available. [LC27] */
function countersOf({ deployment, loop }: Rollout, { newSet, oldSets }: Sets): DeploymentStatus {
  const all = newSet === null ? oldSets : [...oldSets, newSet]
  const available = sum(all, availableOf)
  const status: DeploymentStatus = {
    ...deployment.status,
    observedGeneration: deployment.metadata.generation,
    replicas: counted(sum(all, replicasOf)),
    updatedReplicas: counted(newSet === null ? 0 : replicasOf(newSet)),
    readyReplicas: counted(sum(all, (set) => set.status?.readyReplicas ?? 0)),
    availableReplicas: counted(available),
    unavailableReplicas: counted(Math.max(0, sum(all, sizeOf) - available)),
  }
  const isEnough = available >= sizeOf(deployment) - maxUnavailable(deployment)
  const condition = isEnough
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
  return withCondition(status, { type: 'Available', ...condition }, loop)
}

async function write({ loop, deployment }: Rollout, status: DeploymentStatus): Promise<void> {
  await loop.client.put(`${pathOfObject(deploymentKind, deployment)}/status`, { ...deployment, status })
}

/** Writes the counters, without saying anything about progress. */
export async function writeStatus(rollout: Rollout, sets: Sets): Promise<void> {
  const status = countersOf(rollout, sets)
  if (!deepEqual(rollout.deployment.status ?? {}, status)) await write(rollout, status)
}

/** Writes the counters and the condition Progressing. [LC28] */
export async function writeProgress(rollout: Rollout, sets: Sets): Promise<void> {
  const { deployment } = rollout
  const status = withReplicaFailure(rollout, sets, withProgress(rollout, sets, countersOf(rollout, sets)))
  if (deepEqual(deployment.status ?? {}, status)) return lookAgain(rollout, status)
  await write(rollout, status)
}

function withProgress(rollout: Rollout, { newSet }: Sets, counters: DeploymentStatus): DeploymentStatus {
  const { deployment, loop } = rollout
  if (!hasDeadline(deployment)) return withoutCondition(counters, 'Progressing')
  const before = conditionOf(deployment.status, 'Progressing')
  const isDone = counters.replicas === counters.updatedReplicas && before?.reason === 'NewReplicaSetAvailable'
  if (isDone) return counters
  const subject =
    newSet === null ? `Deployment "${deployment.metadata.name ?? ''}"` : `ReplicaSet "${newSet.metadata.name ?? ''}"`
  const say = (status: string, reason: string, text: string): DeploymentStatus =>
    withCondition(counters, { type: 'Progressing', status, reason, message: `${subject} ${text}` }, loop)
  if (isComplete(deployment, counters)) return say('True', 'NewReplicaSetAvailable', 'has successfully progressed.')
  if (hasMoved(deployment.status ?? {}, counters)) return withUpdate(rollout, counters, subject)
  if (isLate(rollout)) return say('False', 'ProgressDeadlineExceeded', 'has timed out progressing.')
  return counters
}

/** The time of the last update changes with each progress, even if status and reason do not. */
function withUpdate({ deployment, loop }: Rollout, counters: DeploymentStatus, subject: string): DeploymentStatus {
  const before = conditionOf(deployment.status, 'Progressing')
  const { conditions } = withCondition(
    withoutCondition(counters, 'Progressing'),
    { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message: `${subject} is progressing.` },
    loop,
  )
  const kept = before?.status === 'True' ? { lastTransitionTime: before.lastTransitionTime } : {}
  const renewed = (conditions ?? []).map((each) => (each.type === 'Progressing' ? { ...each, ...kept } : each))
  return { ...counters, conditions: renewed }
}

const oldReplicas = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas

const hasMoved = (before: DeploymentStatus, now: DeploymentStatus): boolean =>
  (now.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
  oldReplicas(now) < oldReplicas(before) ||
  (now.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
  (now.availableReplicas ?? 0) > (before.availableReplicas ?? 0)

const deadlineMs = ({ spec, status }: Deployment): number =>
  parseTime(conditionOf(status, 'Progressing')?.lastUpdateTime ?? '') + (spec?.progressDeadlineSeconds ?? 0) * 1000

function isLate({ deployment, loop }: Rollout): boolean {
  const before = conditionOf(deployment.status, 'Progressing')
  if (before === undefined || before.reason === 'NewReplicaSetAvailable') return false
  return before.reason === 'ProgressDeadlineExceeded' || deadlineMs(deployment) < loop.clock.now()
}

/** Copies the condition of a ReplicaSet that cannot create pods, the new one's first. */
function withReplicaFailure({ loop }: Rollout, { newSet, oldSets }: Sets, status: DeploymentStatus): DeploymentStatus {
  const all = newSet === null ? oldSets : [newSet, ...oldSets]
  const failure = all
    .flatMap((set) => set.status?.conditions ?? [])
    .find(({ type, status: state }) => type === 'ReplicaFailure' && state === 'True')
  if (failure === undefined) {
    const isSet = conditionOf(status, 'ReplicaFailure') !== undefined
    return isSet ? withoutCondition(status, 'ReplicaFailure') : status
  }
  const { type, status: state, reason, message } = failure
  return withCondition(status, { type, status: state, reason, message }, loop)
}

/** Looks at a rollout again when its deadline has passed: nothing else may happen until then. */
function lookAgain({ deployment, loop }: Rollout, status: DeploymentStatus): void {
  const before = conditionOf(deployment.status, 'Progressing')
  if (!hasDeadline(deployment) || before === undefined) return
  if (isComplete(deployment, status) || before.reason === 'ProgressDeadlineExceeded') return
  const afterMs = deadlineMs(deployment) - loop.clock.now()
  if (afterMs < 1000) loop.queue.addRateLimited(keyOf(deployment))
  else loop.queue.addAfter(keyOf(deployment), afterMs + 1000)
}
