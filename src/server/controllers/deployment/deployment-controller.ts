import { selects } from '#api/selectors/label-selector-object.ts'
import type { Deployment, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { claim, controllerOf, keyOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { isTerminating, podsPath } from '#server/controllers/shared/pods.ts'
import { claimable, ownerIn, queueChanges, queueOwners } from '#server/controllers/shared/queueing.ts'
import { deploymentKind, replicaSetPath, type Rollout } from './deployment-parts.ts'
import { conditionOf, hasDeadline, isPaused, withCondition } from './deployment-conditions.ts'
import { desiredOf, isActiveSet } from './deployment-sizes.ts'
import { findSets } from './revisions.ts'
import { rolloutRecreate, rolloutRolling } from './rollout.ts'
import { scaleOnly, statusOnly } from './scaling.ts'

/** Deployments roll their template out by ReplicaSets. [LC20] */
export const deployments: LoopDefinition = {
  name: 'deployment',
  account: 'deployment-controller',
  start(starting) {
    const { queue, informers } = starting
    const all = informers.of<Deployment>('/apis/apps/v1/deployments')
    const sets = informers.of<ReplicaSet>('/apis/apps/v1/replicasets')
    const pods = informers.of<Pod>(podsPath)
    queueChanges(queue, all)
    queueOwners(queue, all, 'Deployment', sets)
    pods.onChange((before, after) => {
      if (after !== undefined || before === undefined) return
      const owner = ownerIn(all, 'Deployment', setOfPod(sets, before))
      if (owner?.spec?.strategy?.type !== 'Recreate') return
      if (podsOf(pods, sets.controlledBy(owner.metadata.uid ?? '')).length === 0) queue.add(keyOf(owner))
    })
    return async (key, loop) => {
      const deployment = all.get(key)
      if (deployment === undefined) return
      const own = await claimSets(loop, sets, deployment)
      await reconcile({ loop, deployment, sets: own, pods: podsOf(pods, own) })
    }
  },
}

function setOfPod(sets: Informer<ReplicaSet>, pod: Pod): ReplicaSet | undefined {
  const controller = controllerOf(pod)
  return controller === undefined ? undefined : sets.get(`${pod.metadata.namespace ?? ''}/${controller.name}`)
}

const podsOf = (pods: Informer<Pod>, sets: readonly ReplicaSet[]): readonly Pod[] =>
  sets.flatMap(({ metadata }) => pods.controlledBy(metadata.uid ?? ''))

const claimSets = (loop: Loop, sets: Informer<ReplicaSet>, deployment: Deployment): Promise<ReplicaSet[]> =>
  claim({
    client: loop.client,
    ownerKind: deploymentKind,
    owner: deployment,
    candidates: claimable(sets, deployment),
    matches: (set) => selects(deployment.spec?.selector ?? null, set.metadata.labels),
    pathOf: replicaSetPath,
  })

async function reconcile(rollout: Rollout): Promise<void> {
  const { deployment } = rollout
  if (isTerminating(deployment)) return statusOnly(rollout)
  const current = await notePause(rollout)
  if (isPaused(deployment)) return scaleOnly(current)
  if (await isScalingEvent(current)) return scaleOnly(current)
  return deployment.spec?.strategy?.type === 'Recreate' ? rolloutRecreate(current) : rolloutRolling(current)
}

/**
 * True if an active set was made for another size of the Deployment. Brings the new set's revision up to date, as every
 * look for the sets does. The rollout that follows looks again with the copies that it began with: after a change of the
 * set its next write is a conflict, and the pass that repeats it writes the revision of the Deployment before it scales. [LC21]
 */
async function isScalingEvent(rollout: Rollout): Promise<boolean> {
  const { newSet, oldSets } = await findSets(rollout, false)
  return [...oldSets, ...(newSet === null ? [] : [newSet])].filter(isActiveSet).some((set) => {
    const desired = desiredOf(set)
    return desired !== null && desired !== (rollout.deployment.spec?.replicas ?? 0)
  })
}

/** Says in the condition Progressing that the rollout is paused or goes on. */
async function notePause(rollout: Rollout): Promise<Rollout> {
  const { loop, deployment } = rollout
  if (!hasDeadline(deployment)) return rollout
  const progressing = conditionOf(deployment.status, 'Progressing')
  if (progressing?.reason === 'ProgressDeadlineExceeded') return rollout
  const isNoted = progressing?.reason === 'DeploymentPaused'
  if (isNoted === isPaused(deployment)) return rollout
  const [reason, message] = isNoted
    ? ['DeploymentResumed', 'Deployment is resumed']
    : ['DeploymentPaused', 'Deployment is paused']
  const noted = {
    ...deployment,
    status: withCondition(deployment.status ?? {}, { type: 'Progressing', status: 'Unknown', reason, message }, loop),
  }
  await loop.client.put(`${pathOfObject(deploymentKind, deployment)}/status`, noted)
  return { ...rollout, deployment: noted }
}
