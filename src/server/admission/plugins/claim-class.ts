import { type JsonObject, isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'

/** The resource of storage classes. */
export const storageClasses = { group: 'storage.orch.io', resource: 'storageclasses' }

/** The deprecated annotation for a claim's class. It takes precedence over `spec.storageClassName`. */
const classAnnotation = 'volume.beta.orch.io/storage-class'

/** Reports whether a request writes a claim itself, not a subresource. */
export const isClaimWrite = ({ definition, subresource }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'persistentvolumeclaims' && subresource === ''

/** Returns the spec of a claim. */
export const claimSpec = (claim: ApiObject): JsonObject => (isObject(claim['spec']) ? claim['spec'] : {})

/** Returns the class of a claim: `null` if it names none, `''` if it explicitly requests none. */
export function classOf(claim: ApiObject): string | null {
  const annotated = own(claim.metadata.annotations, classAnnotation)
  if (annotated !== undefined) return annotated
  const { storageClassName } = claimSpec(claim)
  return typeof storageClassName === 'string' ? storageClassName : null
}
