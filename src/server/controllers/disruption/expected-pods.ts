import type { OwnerReference } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Deployment, ReplicaSet, StatefulSet } from '#server/kinds/types/apps-v1.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'
import type { Pod, ReplicationController } from '#server/kinds/types/core-v1.ts'
import type { PodDisruptionBudget } from '#server/kinds/types/policy-v1.ts'
import { scaled } from '#server/controllers/shared/counts.ts'
import { namespaceOf, nameOf, uidOf } from '#server/controllers/shared/fields.ts'
import { findResource } from '#server/controllers/shared/find-resource.ts'
import type { Informer, Informers } from '#server/controllers/shared/informers.ts'
import { controllerOf, pathOf } from '#server/controllers/shared/owners.ts'
import { ownerIn } from '#server/controllers/shared/queueing.ts'
import { hasCode } from '#server/controllers/shared/refusals.ts'

export interface Owners {
  readonly sets: Informer<ReplicaSet>
  readonly deployments: Informer<Deployment>
  readonly statefulSets: Informer<StatefulSet>
  readonly controllers: Informer<ReplicationController>
}

export const followOwners = (informers: Informers): Owners => ({
  sets: informers.of<ReplicaSet>('/apis/apps/v1/replicasets'),
  deployments: informers.of<Deployment>('/apis/apps/v1/deployments'),
  statefulSets: informers.of<StatefulSet>('/apis/apps/v1/statefulsets'),
  controllers: informers.of<ReplicationController>('/api/v1/replicationcontrollers'),
})

/** The number of pods that a budget expects, and of those that shall be healthy. */
export interface Expected {
  readonly expected: number
  readonly desired: number
}

/** A budget that cannot be calculated, and why. */
export interface Undecided {
  readonly fault: string
}

/** A number of pods that must be available needs no owners; a share of them, or a number that may be absent, does. */
export const countsOwners = ({ spec }: PodDisruptionBudget): boolean =>
  spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string'

/** Counts the pods that a budget expects. [LC95] */
export async function expectedPods(
  client: ApiClient,
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  owners: Owners,
): Promise<Expected | Undecided> {
  const { maxUnavailable, minAvailable } = budget.spec ?? {}
  if (!countsOwners(budget)) return { expected: pods.length, desired: Number(minAvailable ?? 0) }
  const expected = await wantedBy(client, pods, owners)
  if (typeof expected !== 'number') return expected
  const desired =
    maxUnavailable === undefined
      ? scaled(minAvailable, expected, 'up')
      : Math.max(0, expected - scaled(maxUnavailable, expected, 'up'))
  return { expected, desired }
}

/** The number of pods that the owners of these pods want, all together. */
async function wantedBy(client: ApiClient, pods: readonly Pod[], owners: Owners): Promise<number | Undecided> {
  const sizes = new Map<string, number>()
  for (const pod of pods) {
    const reference = controllerOf(pod)
    if (reference === undefined || sizes.has(reference.uid)) continue
    const known = knownOwner(pod, owners)
    const size = known?.spec?.replicas ?? (known === undefined ? await scaleOf(client, pod, reference) : 1)
    if (size === null) return { fault: `found no controllers for pod ${nameOf(pod)}` }
    if (typeof size !== 'number') return size
    sizes.set(known === undefined ? reference.uid : uidOf(known), size)
  }
  return [...sizes.values()].reduce((sum, each) => sum + each, 0)
}

function knownOwner(pod: Pod, { sets, deployments, statefulSets, controllers }: Owners) {
  const set = ownerIn(sets, 'ReplicaSet', pod)
  return (
    ownerIn(deployments, 'Deployment', set) ??
    set ??
    ownerIn(statefulSets, 'StatefulSet', pod) ??
    ownerIn(controllers, 'ReplicationController', pod)
  )
}

/** The size of an owner of any kind; `null` if the owner is gone. */
async function scaleOf(
  client: ApiClient,
  pod: Pod,
  { apiVersion, kind, name, uid }: OwnerReference,
): Promise<number | Undecided | null> {
  const found = await findResource(client, apiVersion, kind)
  if (found === null) return { fault: `no matches for kind "${kind}" in version "${apiVersion}"` }
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : []
  const resource = group === '' ? found.plural : `${found.plural}.${group}`
  if (!found.hasScale) return { fault: `${resource} does not implement the scale subresource` }
  try {
    const scale = await client.get<Scale>(`${pathOf(found.root, found.plural, namespaceOf(pod), name)}/scale`)
    return scale.metadata.uid === uid ? (scale.spec?.replicas ?? 0) : null
  } catch (error) {
    if (hasCode(error, 404)) return null
    throw error
  }
}
