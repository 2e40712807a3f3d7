import type { ApiObject } from '#api/object-meta.ts'
import type { Pod, Volume } from '#server/kinds/types/core-v1.ts'
import { nameOf, uidOf } from './fields.ts'
import { controllerOf, keyOf } from './owners.ts'

export const ephemeralClaimName = (pod: Pod, { name = '' }: Volume): string => `${nameOf(pod)}-${name}`

/** Returns why a claim is not the one that was made for the pod, or `null`. `kind` is its name in the message. */
export const whyNotOwned = (kind: string, claim: ApiObject, pod: Pod): string | null =>
  controllerOf(claim)?.uid === uidOf(pod)
    ? null
    : `${kind} ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`
