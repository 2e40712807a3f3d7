import { errorText } from '#api/error-text.ts'
import type { Pod, PodResourceClaim } from '#server/kinds/types/core-v1.ts'
import type { ResourceClaim } from '#server/kinds/types/resource-v1.ts'
import { namespaceOf, nameOf, uidOf } from '#server/controllers/shared/fields.ts'
import { ownedBy, pathOf } from '#server/controllers/shared/owners.ts'
import { whyNotOwned } from '#server/controllers/shared/pod-claims.ts'
import { pathOfPod, podKind } from '#server/controllers/shared/pods.ts'
import { baseOfName, claimNameOf, claimOf, isReservable, podClaimMark, podClaimsOf } from './pod-claim-parts.ts'
import type { ClaimWork } from './resource-claim-controller.ts'

const manager = 'ResourceClaimController'

/** Makes the claims that a pod lacks, names them in its status, and reserves those of a pod that has a node. [LC109] */
export async function providePodClaims(work: ClaimWork, pod: Pod): Promise<void> {
  const { client } = work.loop
  const made = await makeClaims(work, pod)
  if (made.length > 0) {
    const { namespace, name } = pod.metadata
    const applied = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } }
    await client.apply(`${pathOfPod(pod)}/status`, { ...applied, status: { resourceClaimStatuses: made } }, manager)
  }
  if ((pod.spec?.nodeName ?? '') !== '') await reserveAll(work, pod)
}

async function makeClaims(work: ClaimWork, pod: Pod): Promise<{ name: string; resourceClaimName: string }[]> {
  const made: { name: string; resourceClaimName: string }[] = []
  for (const entry of podClaimsOf(pod)) {
    const { name = '' } = entry
    try {
      const claim = await makeClaim(work, pod, entry)
      if (claim !== null) made.push({ name, resourceClaimName: nameOf(claim) })
    } catch (error) {
      const text = `PodResourceClaim ${name}: ${errorText(error)}`
      const about = { apiVersion: 'v1', kind: 'Pod', object: pod }
      work.loop.events.emit(about, 'Warning', 'FailedResourceClaimCreation', text)
      throw error
    }
  }
  return made
}

/** Returns the claim that the status shall name, or `null` if the entry has what it needs. */
async function makeClaim(work: ClaimWork, pod: Pod, entry: PodResourceClaim): Promise<ResourceClaim | null> {
  const template = entry.resourceClaimTemplateName
  if (template === undefined || claimNameOf(pod, entry) === '') return null
  const known = claimOf(work.claims, pod, entry)
  if (known !== undefined && whyNotOwned('ResourceClaim', known, pod) === null) return null
  return findMade(work, pod, entry) ?? createClaim(work, pod, entry, template)
}

const madeKey = (pod: Pod, { name = '' }: PodResourceClaim): string => `${uidOf(pod)} ${name}`

/** A claim that was made before, but whose name did not get into the status. */
const findMade = ({ claims, made }: ClaimWork, pod: Pod, entry: PodResourceClaim): ResourceClaim | undefined =>
  claims.controlledBy(uidOf(pod)).find(({ metadata }) => metadata.annotations?.[podClaimMark] === entry.name) ??
  made.get(madeKey(pod, entry))

async function createClaim(
  { loop, templates, made }: ClaimWork,
  pod: Pod,
  entry: PodResourceClaim,
  template: string,
): Promise<ResourceClaim> {
  const namespace = namespaceOf(pod)
  const found = templates.get(`${namespace}/${template}`)
  if (found === undefined)
    throw new Error(
      `resource claim template "${template}": resourceclaimtemplate.resource.orch.io "${template}" not found`,
    )
  const { metadata: { labels, annotations } = {}, spec = {} } = found.spec ?? {}
  try {
    const claim: ResourceClaim = await loop.client.create(
      pathOf('/apis/resource.orch.io/v1', 'resourceclaims', namespace),
      {
        metadata: {
          generateName: baseOfName(pod, entry),
          ownerReferences: [{ ...ownedBy(podKind, pod) }],
          annotations: { ...annotations, [podClaimMark]: entry.name ?? '' },
          ...(labels === undefined ? {} : { labels }),
        },
        spec,
      },
    )
    made.set(madeKey(pod, entry), claim)
    return claim
  } catch (error) {
    // The original puts the name here, which the server has yet to generate.
    throw new Error(`create ResourceClaim : ${errorText(error)}`, { cause: error })
  }
}

async function reserveAll({ loop, claims }: ClaimWork, pod: Pod): Promise<void> {
  for (const entry of podClaimsOf(pod)) {
    const claim = claimOf(claims, pod, entry)
    if (claim === undefined) return
    const isMade = entry.resourceClaimTemplateName !== undefined
    const fault = isMade ? whyNotOwned('ResourceClaim', claim, pod) : null
    if (fault !== null) throw new Error(fault)
    if (!isReservable(claim, pod)) continue
    const reference = { resource: 'pods', name: nameOf(pod), uid: uidOf(pod) }
    const reservedFor = [...(claim.status?.reservedFor ?? []), reference]
    await loop.client.update(
      `${pathOf('/apis/resource.orch.io/v1', 'resourceclaims', namespaceOf(claim), nameOf(claim))}/status`,
      { ...claim, status: { ...claim.status, reservedFor } },
    )
  }
}
