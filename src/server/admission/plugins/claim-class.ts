import { type JsonObject, isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '../attributes.ts'

/** Where classes of storage are kept. */
export const storageClasses = { group: 'storage.orch.io', resource: 'storageclasses' }

/** Named a claim's class before `spec.storageClassName` did, and still wins. */
const classAnnotation = 'volume.beta.orch.io/storage-class'

/** Whether a request writes a claim, and not a part of it. */
export const isClaimWrite = ({ definition, subresource }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'persistentvolumeclaims' && subresource === ''

/** What a claim asks for. */
export const claimSpec = (claim: ApiObject): JsonObject => (isObject(claim['spec']) ? claim['spec'] : {})

/** `null` when the claim names none; `''` means that it wants none. */
export function classOf(claim: ApiObject): string | null {
  const annotated = own(claim.metadata.annotations, classAnnotation)
  if (annotated !== undefined) return annotated
  const { storageClassName } = claimSpec(claim)
  return typeof storageClassName === 'string' ? storageClassName : null
}
