import type { Deployment, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { deepEqual } from '#api/json.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { isPaused } from './deployment-conditions.ts'
import { aboutDeployment, replicaSetPath, type Rollout } from './deployment-parts.ts'
import {
  availableOf,
  byAge,
  desiredOf,
  isActiveSet,
  maxBefore,
  maxSurge,
  revisionOf,
  sizeOf,
  sum,
} from './deployment-sizes.ts'
import { writeStatus } from './deployment-status.ts'
import { findSets, type Sets, sizeAnnotations } from './revisions.ts'

/** Sets the size of a ReplicaSet and notes the Deployment's size in it. Returns the current set. [LC23] */
export async function resize({ loop, deployment }: Rollout, set: ReplicaSet, size: number): Promise<ReplicaSet> {
  const noted = { ...set.metadata.annotations, ...sizeAnnotations(deployment) }
  if (sizeOf(set) === size && deepEqual(noted, set.metadata.annotations ?? {})) return set
  const changed = { ...set, metadata: { ...set.metadata, annotations: noted }, spec: { ...set.spec, replicas: size } }
  const written = (await loop.client.update(replicaSetPath(set), changed)) as ReplicaSet
  if (sizeOf(set) !== size) {
    const direction = sizeOf(set) < size ? 'up' : 'down'
    const text = `Scaled ${direction} replica set ${set.metadata.name ?? ''} from ${sizeOf(set)} to ${size}`
    loop.events.emit(aboutDeployment(deployment), 'Normal', 'ScalingReplicaSet', text)
  }
  return written
}

/** As {@link resize}, and reports whether the size changed. */
export async function rescale(rollout: Rollout, set: ReplicaSet, size: number): Promise<boolean> {
  if (sizeOf(set) === size) return false
  await resize(rollout, set, size)
  return true
}

/** A Deployment that is paused or only changes its size: its template is not rolled out. [LC24] */
export async function scaleOnly(rollout: Rollout): Promise<void> {
  const found = await findSets(rollout, false)
  await distribute(rollout, found)
  if (isPaused(rollout.deployment)) await dropHistory(rollout, found.oldSets)
  await writeStatus(rollout, found)
}

export const statusOnly = async (rollout: Rollout): Promise<void> =>
  writeStatus(rollout, await findSets(rollout, false))

const isSaturated = (deployment: Deployment, set: ReplicaSet | null): boolean =>
  set !== null &&
  sizeOf(set) === sizeOf(deployment) &&
  desiredOf(set) === sizeOf(deployment) &&
  availableOf(set) === sizeOf(deployment)

/** The set that alone follows the Deployment's size: the only active one, or the latest. */
function soleSet({ newSet, oldSets }: Sets): ReplicaSet | null {
  const all = newSet === null ? oldSets : [newSet, ...oldSets]
  const active = all.filter(isActiveSet)
  if (active.length > 1) return null
  return active[0] ?? newSet ?? oldSets.toSorted(byAge).at(-1) ?? null
}

async function distribute(rollout: Rollout, found: Sets): Promise<void> {
  const { deployment } = rollout
  const sole = soleSet(found)
  if (sole !== null) {
    if (sizeOf(sole) !== sizeOf(deployment)) await resize(rollout, sole, sizeOf(deployment))
    return
  }
  const { newSet, oldSets } = found
  if (isSaturated(deployment, newSet)) {
    for (const set of oldSets.filter(isActiveSet)) await resize(rollout, set, 0)
    return
  }
  if (deployment.spec?.strategy?.type === 'Recreate') return
  const active = [...(newSet === null ? [] : [newSet]), ...oldSets].filter(isActiveSet)
  for (const [set, size] of proportionally(deployment, active)) await resize(rollout, set, size)
}

/** Shares a change of the size among the active sets in proportion to theirs; the largest one takes what remains. */
function proportionally(deployment: Deployment, active: readonly ReplicaSet[]): ReadonlyMap<ReplicaSet, number> {
  const allowed = sizeOf(deployment) > 0 ? sizeOf(deployment) + maxSurge(deployment) : 0
  const toAdd = allowed - sum(active, sizeOf)
  const sorted = active.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (toAdd > 0 ? byAge(b, a) : byAge(a, b)))
  const sizes = new Map<ReplicaSet, number>()
  let added = 0
  for (const set of sorted) {
    const share = shareOf(deployment, set, toAdd, added)
    sizes.set(set, sizeOf(set) + share)
    added += share
  }
  const [largest] = sorted
  if (largest !== undefined) sizes.set(largest, Math.max(0, (sizes.get(largest) ?? 0) + toAdd - added))
  return sizes
}

function shareOf(deployment: Deployment, set: ReplicaSet, toAdd: number, added: number): number {
  if (toAdd === 0 || toAdd === added) return 0
  const share = fractionOf(deployment, set)
  return toAdd > 0 ? Math.min(share, toAdd - added) : Math.max(share, toAdd - added)
}

function fractionOf(deployment: Deployment, set: ReplicaSet): number {
  if (sizeOf(deployment) === 0) return -sizeOf(set)
  const before = maxBefore(set) || (deployment.status?.replicas ?? 0)
  if (before === 0) return 0
  return Math.round((sizeOf(set) * (sizeOf(deployment) + maxSurge(deployment))) / before) - sizeOf(set)
}

/** Deletes the oldest empty sets beyond `revisionHistoryLimit`. [LC25] */
export async function dropHistory({ loop, deployment }: Rollout, oldSets: readonly ReplicaSet[]): Promise<void> {
  const limit = deployment.spec?.revisionHistoryLimit ?? 2 ** 31 - 1
  const present = oldSets.filter((set) => !isTerminating(set)).toSorted((a, b) => revisionOf(a) - revisionOf(b))
  const surplus = present.slice(0, Math.max(0, present.length - limit))
  for (const set of surplus.filter(isEmptied)) await unlessGone(() => loop.client.delete(replicaSetPath(set)))
}

/** True if a set wants no pods and has reported that it has none. */
const isEmptied = (set: ReplicaSet): boolean => {
  const { replicas = 0, observedGeneration = 0 } = set.status ?? {}
  return replicas === 0 && sizeOf(set) === 0 && (set.metadata.generation ?? 0) <= observedGeneration
}
