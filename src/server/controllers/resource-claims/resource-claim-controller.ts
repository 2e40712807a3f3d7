import type { Pod, PodResourceClaim } from '#server/kinds/types/core-v1.ts'
import type { ResourceClaim, ResourceClaimTemplate } from '#server/kinds/types/resource-v1.ts'
import { nameOf, namespaceOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { whyNotOwned } from '#server/controllers/shared/pod-claims.ts'
import { isTerminating, podsPath } from '#server/controllers/shared/pods.ts'
import { claimNameOf, claimOf, claimsPath, isDone, isReservable, podClaimsOf } from './pod-claim-parts.ts'
import { providePodClaims } from './provide-claims.ts'
import { releaseClaim } from './release-claim.ts'

/** The objects that the files of this controller read. */
export interface ClaimWork {
  readonly loop: Loop
  readonly pods: Informer<Pod>
  readonly claims: Informer<ResourceClaim>
  readonly templates: Informer<ResourceClaimTemplate>
  /** Claims that the informer may not have yet, by the uid of the pod and the name of its entry. */
  readonly made: Map<string, ResourceClaim>
}

/** Creates the ResourceClaims of pods from templates, and frees and deletes those of pods that ended. [LC109] [LC110] */
export const resourceClaims: LoopDefinition = {
  name: 'resourceclaim-controller',
  account: 'resource-claim-controller',
  component: 'resource_claim',
  start(loop) {
    const { informers, queue } = loop
    const work: ClaimWork = {
      loop,
      pods: informers.of<Pod>(podsPath),
      claims: informers.of<ResourceClaim>(claimsPath),
      templates: informers.of<ResourceClaimTemplate>('/apis/resource.orch.io/v1/resourceclaimtemplates'),
      made: new Map(),
    }
    work.pods.onChange((before, after) => {
      const pod = after ?? before
      if (pod !== undefined) enqueuePod(work, pod, after === undefined)
    })
    work.claims.onChange((before, after) => {
      const claim = after ?? before
      if (claim === undefined) return
      forgetMade(work, claim)
      if (after !== undefined) queue.add(`claim ${keyOf(after)}`)
      for (const pod of work.pods.inNamespace(namespaceOf(claim)))
        if (podClaimsOf(pod).some((entry) => claimNameOf(pod, entry) === nameOf(claim))) enqueuePod(work, pod, false)
    })
    return async (key, run) => {
      const [type = '', name = ''] = key.split(' ')
      const pod = type === 'pod' ? work.pods.get(name) : undefined
      const claim = type === 'claim' ? work.claims.get(name) : undefined
      if (pod !== undefined && !isTerminating(pod)) await providePodClaims({ ...work, loop: run }, pod)
      if (claim !== undefined) await releaseClaim({ ...work, loop: run }, claim)
    }
  },
}

function forgetMade({ made }: ClaimWork, claim: ResourceClaim): void {
  for (const [key, { metadata }] of made) if (metadata.uid === claim.metadata.uid) made.delete(key)
}

function enqueuePod(work: ClaimWork, pod: Pod, isGone: boolean): void {
  const { queue } = work.loop
  if (isGone || isDone(pod)) {
    for (const entry of podClaimsOf(pod)) {
      const name = claimNameOf(pod, entry) ?? ''
      if (name !== '') queue.add(`claim ${namespaceOf(pod)}/${name}`)
    }
  }
  if (!isGone && needsWork(work, pod)) queue.add(`pod ${keyOf(pod)}`)
}

/** Reports whether a claim of a pod must be made or reserved. The search ends at the first entry about which this controller can do nothing. */
function needsWork({ claims }: ClaimWork, pod: Pod): boolean {
  if (isTerminating(pod) || isDone(pod)) return false
  for (const entry of podClaimsOf(pod)) {
    const needed = needOf(claims, pod, entry)
    if (needed !== 'nothing') return needed === 'work'
  }
  return false
}

/** `'other'`: this loop can do nothing about the entry. */
function needOf(claims: Informer<ResourceClaim>, pod: Pod, entry: PodResourceClaim): 'work' | 'other' | 'nothing' {
  const name = claimNameOf(pod, entry)
  if (name === undefined) return 'work'
  if (name === '') return 'other'
  const isMade = entry.resourceClaimTemplateName !== undefined
  const claim = claimOf(claims, pod, entry)
  if (claim === undefined) return isMade ? 'work' : 'other'
  if (isMade && whyNotOwned('ResourceClaim', claim, pod) !== null) return 'other'
  return (pod.spec?.nodeName ?? '') !== '' && isReservable(claim, pod) ? 'work' : 'nothing'
}
