import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { oldPodsRun, type Rollout } from './deployment-parts.ts'
import { availableOf, byAge, isActiveSet, maxUnavailable, sizeOf, sizeOfNewSet, sum } from './deployment-sizes.ts'
import { isComplete, writeProgress } from './deployment-status.ts'
import { findSets, type Sets } from './revisions.ts'
import { dropHistory, rescale, resize } from './scaling.ts'

const allOf = ({ newSet, oldSets }: Sets): readonly ReplicaSet[] => (newSet === null ? oldSets : [...oldSets, newSet])

/** Replaces pods step by step: scales the new set up, or else the old sets down, as far as the limits allow. [LC22] */
export async function rolloutRolling(rollout: Rollout): Promise<void> {
  const found = await findSets(rollout, true)
  const { newSet, oldSets } = found
  if (newSet !== null && (await growNewSet(rollout, newSet, allOf(found)))) return writeProgress(rollout, found)
  if (newSet !== null && (await shrinkOldSets(rollout, newSet, oldSets))) return writeProgress(rollout, found)
  if (isComplete(rollout.deployment, rollout.deployment.status ?? {})) await dropHistory(rollout, oldSets)
  return writeProgress(rollout, found)
}

function growNewSet(rollout: Rollout, newSet: ReplicaSet, all: readonly ReplicaSet[]): Promise<boolean> {
  const { deployment } = rollout
  if (sizeOf(newSet) === sizeOf(deployment)) return Promise.resolve(false)
  const isTooLarge = sizeOf(newSet) > sizeOf(deployment)
  return rescale(rollout, newSet, isTooLarge ? sizeOf(deployment) : sizeOfNewSet(deployment, all, newSet))
}

async function shrinkOldSets(rollout: Rollout, newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): Promise<boolean> {
  const { deployment } = rollout
  const active = oldSets.filter(isActiveSet)
  if (active.length === 0) return false
  const needed = sizeOf(deployment) - maxUnavailable(deployment)
  const missing = sizeOf(newSet) - availableOf(newSet)
  const most = sum([newSet, ...oldSets], sizeOf) - needed - missing
  if (most <= 0) return false
  const { sets, removed } = await removeUnhealthy(rollout, active, most)
  return (await removeSpare(rollout, sets, sum([newSet, ...sets], availableOf) - needed)) + removed > 0
}

/** Pods of old sets that never became available go first: nobody misses them. */
async function removeUnhealthy(
  rollout: Rollout,
  active: readonly ReplicaSet[],
  most: number,
): Promise<{ readonly sets: readonly ReplicaSet[]; readonly removed: number }> {
  let removed = 0
  const sets: ReplicaSet[] = []
  for (const set of active.toSorted(byAge)) {
    const count = Math.min(most - removed, sizeOf(set) - availableOf(set))
    const isUnhealthy = count > 0 && sizeOf(set) > 0
    sets.push(isUnhealthy ? await resize(rollout, set, sizeOf(set) - count) : set)
    if (isUnhealthy) removed += count
  }
  return { sets, removed }
}

async function removeSpare(rollout: Rollout, sets: readonly ReplicaSet[], spare: number): Promise<number> {
  let removed = 0
  for (const set of sets.toSorted(byAge)) {
    const count = Math.min(sizeOf(set), spare - removed)
    if (count <= 0) continue
    await resize(rollout, set, sizeOf(set) - count)
    removed += count
  }
  return removed
}

/** Deletes all old pods before the first new one is created. [LC26] */
export async function rolloutRecreate(rollout: Rollout): Promise<void> {
  const found = await findSets(rollout, false)
  const active = found.oldSets.filter(isActiveSet)
  for (const set of active) await resize(rollout, set, 0)
  if (active.length > 0 || oldPodsRun(rollout, found.newSet)) return writeProgress(rollout, found)
  const created = found.newSet === null ? await findSets(rollout, true) : found
  if (created.newSet !== null) await rescale(rollout, created.newSet, sizeOf(rollout.deployment))
  if (isComplete(rollout.deployment, rollout.deployment.status ?? {})) await dropHistory(rollout, created.oldSets)
  return writeProgress(rollout, created)
}
