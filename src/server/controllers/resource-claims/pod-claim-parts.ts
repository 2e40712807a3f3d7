import type { Pod, PodResourceClaim } from '#server/kinds/types/core-v1.ts'
import type { ResourceClaim } from '#server/kinds/types/resource-v1.ts'
import { nameOf, namespaceOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import { hasEnded, isTerminating } from '#server/controllers/shared/pods.ts'

export const claimsPath = '/apis/resource.orch.io/v1/resourceclaims'
/** Names in a claim the entry of `spec.resourceClaims` for which it was made. */
export const podClaimMark = 'resource.orch.io/pod-claim-name'

export const podClaimsOf = ({ spec }: Pod): readonly PodResourceClaim[] => spec?.resourceClaims ?? []

/** The name of the ResourceClaim of an entry: undefined if none was made yet, `''` if the entry needs none. */
export function claimNameOf({ status }: Pod, entry: PodResourceClaim): string | undefined {
  if (entry.resourceClaimTemplateName === undefined) return entry.resourceClaimName ?? ''
  const made = status?.resourceClaimStatuses?.find(({ name }) => name === entry.name)
  return made === undefined ? undefined : (made.resourceClaimName ?? '')
}

/** The ResourceClaim of an entry, if it exists. */
export function claimOf(claims: Informer<ResourceClaim>, pod: Pod, entry: PodResourceClaim): ResourceClaim | undefined {
  const name = claimNameOf(pod, entry) ?? ''
  return name === '' ? undefined : claims.get(`${namespaceOf(pod)}/${name}`)
}

/** True if no container of the pod runs or will run. */
export const isDone = (pod: Pod): boolean => hasEnded(pod) || (isTerminating(pod) && (pod.spec?.nodeName ?? '') === '')

const baseMax = 57

/** Returns the prefix of a claim's name. Names that are too long are cut in proportion. */
export function baseOfName(pod: Pod, { name = '' }: PodResourceClaim): string {
  const podName = nameOf(pod)
  const base = `${podName}-${name}-`
  if (base.length <= baseMax) return base
  const part = (text: string): string => text.slice(0, Math.floor((text.length * baseMax) / base.length))
  return `${part(podName)}-${part(name)}`
}

/** True if a claim is allocated, but not reserved for the pod. */
export const isReservable = ({ status }: ResourceClaim, pod: Pod): boolean =>
  status?.allocation !== undefined && !status.reservedFor?.some(({ uid }) => uid === pod.metadata.uid)
