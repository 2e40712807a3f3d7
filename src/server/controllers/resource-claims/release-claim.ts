import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { ResourceClaim, ResourceClaimConsumerReference } from '#server/kinds/types/resource-v1.ts'
import { nameOf, namespaceOf } from '#server/controllers/shared/fields.ts'
import { controllerOf, pathOf } from '#server/controllers/shared/owners.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { hasCode, unlessGone } from '#server/controllers/shared/refusals.ts'
import { isDone } from './pod-claim-parts.ts'
import type { ClaimWork } from './resource-claim-controller.ts'

/** Keeps an allocated claim until it is no longer allocated. */
const protection = 'resource.orch.io/delete-protection'

const isProtected = ({ metadata }: ResourceClaim): boolean => metadata.finalizers?.includes(protection) === true

const pathOfClaim = (claim: ResourceClaim): string =>
  pathOf('/apis/resource.orch.io/v1', 'resourceclaims', namespaceOf(claim), nameOf(claim))

/**
 * Takes the reservations of pods that ended or are gone out of a claim. Without reservations the allocation goes, and
 * the claim itself if it was made for a pod that ended. [LC110]
 */
export async function releaseClaim(work: ClaimWork, claim: ResourceClaim): Promise<void> {
  const users = await usersOf(work, claim)
  await free(work, claim, users)
  if (users.length === 0 && isOfEndedPod(work, claim))
    await unlessGone(() => work.loop.client.delete(pathOfClaim(claim)))
}

/** The reservations of a claim that still count. */
async function usersOf(work: ClaimWork, claim: ResourceClaim): Promise<readonly ResourceClaimConsumerReference[]> {
  const users: ResourceClaimConsumerReference[] = []
  for (const each of claim.status?.reservedFor ?? []) if (await isStillUsed(work, claim, each)) users.push(each)
  return users
}

/** Writes the reservations if some no longer count. A claim without reservations loses its allocation and protection. */
async function free(
  work: ClaimWork,
  claim: ResourceClaim,
  users: readonly ResourceClaimConsumerReference[],
): Promise<void> {
  const { allocation, reservedFor = [] } = claim.status ?? {}
  const isStale = users.length < reservedFor.length
  const isEnding = isTerminating(claim)
  const isUnused = users.length === 0 && isProtected(claim)
  const isFreed = isUnused && allocation !== undefined && (isStale || isEnding)
  const written = isStale || isFreed ? await writeStatus(work, claim, users, isFreed) : claim
  if (isFreed || (isUnused && isEnding)) await unprotect(work, written)
}

/** True if a claim was made for a pod that has ended, or whose name another pod has now. */
function isOfEndedPod({ pods }: ClaimWork, claim: ResourceClaim): boolean {
  const owner = controllerOf(claim)
  if (owner?.kind !== 'Pod' || owner.apiVersion !== 'v1') return false
  const pod = pods.get(`${namespaceOf(claim)}/${owner.name}`)
  return pod !== undefined && (pod.metadata.uid !== owner.uid || isDone(pod))
}

async function isStillUsed(
  { loop, pods }: ClaimWork,
  claim: ResourceClaim,
  { apiGroup = '', resource, name = '', uid }: ResourceClaimConsumerReference,
): Promise<boolean> {
  if (apiGroup !== '' || resource !== 'pods') throw new Error(`unsupported ReservedFor entry: ${apiGroup} ${resource}`)
  const namespace = namespaceOf(claim)
  const known = pods.get(`${namespace}/${name}`)
  if (known !== undefined) return known.metadata.uid === uid && !isDone(known)
  // The copy may be behind: only the server knows that a pod is gone.
  try {
    return (await loop.client.get<Pod>(pathOf('/api/v1', 'pods', namespace, name))).metadata.uid === uid
  } catch (error) {
    if (hasCode(error, 404)) return false
    throw error
  }
}

/** Writes who uses a claim. A freed claim loses its allocation. */
async function writeStatus(
  { loop }: ClaimWork,
  claim: ResourceClaim,
  reservedFor: readonly ResourceClaimConsumerReference[],
  isFreed: boolean,
): Promise<ResourceClaim> {
  const { allocation, ...status } = claim.status ?? {}
  const kept = isFreed || allocation === undefined ? {} : { allocation }
  return loop.client.update(`${pathOfClaim(claim)}/status`, {
    ...claim,
    status: { ...status, ...kept, reservedFor: [...reservedFor] },
  })
}

async function unprotect({ loop }: ClaimWork, claim: ResourceClaim): Promise<void> {
  const finalizers = claim.metadata.finalizers?.filter((each) => each !== protection) ?? []
  await loop.client.update(pathOfClaim(claim), { ...claim, metadata: { ...claim.metadata, finalizers } })
}
