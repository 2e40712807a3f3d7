import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import type { ResourceClaim } from '#server/kinds/types/resource-v1.ts'
import { nameOf, namespaceOf, uidOf } from '#server/controllers/shared/fields.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import type { ClaimPlan, DeviceChecks } from './device-checks.ts'

const pathOfClaim = (claim: ResourceClaim): string =>
  pathOf('/apis/resource.orch.io/v1', 'resourceclaims', namespaceOf(claim), nameOf(claim))

const protection = 'resource.orch.io/delete-protection'

/** Writes what was chosen for a pod: the protection of a claim, then its allocation and the pod's reservation. [LC116] */
export async function bindClaims({ client }: Loop, pod: Pod, plans: readonly ClaimPlan[]): Promise<void> {
  for (const { claim, allocation } of plans) {
    const path = pathOfClaim(claim)
    const { finalizers = [] } = claim.metadata
    const needsProtection = allocation !== null && !finalizers.includes(protection)
    const current: ResourceClaim = needsProtection
      ? await client.update(path, {
          ...claim,
          metadata: { ...claim.metadata, finalizers: [...finalizers, protection] },
        })
      : claim
    const reference = { resource: 'pods', name: nameOf(pod), uid: uidOf(pod) }
    const status = {
      ...current.status,
      ...(allocation === null ? {} : { allocation }),
      reservedFor: [...(current.status?.reservedFor ?? []), reference],
    }
    await client.update(`${path}/status`, { ...current, status })
  }
}

/**
 * Takes the devices back that an unused claim of a pod has elsewhere, if the pod fits nowhere, and returns the words of
 * the original about it. `nodes` are those that were tried. [LC116]
 */
export async function makeRoom(
  { client }: Loop,
  pod: Pod,
  { devices, nodes }: { readonly devices: DeviceChecks; readonly nodes: readonly Node[] },
): Promise<string> {
  if (!devices.hasClaims(pod)) return 'no new claims to deallocate'
  const claim = devices.freeable(pod, nodes)
  if (claim === null) return 'still not schedulable'
  const { allocation: _allocation, reservedFor: _reservedFor, ...status } = claim.status ?? {}
  await unlessGone(() => client.update(`${pathOfClaim(claim)}/status`, { ...claim, status }))
  return 'deallocation of ResourceClaim completed'
}
