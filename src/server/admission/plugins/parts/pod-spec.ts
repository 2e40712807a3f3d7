import { type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'

/** Reports whether a request writes a pod itself, not a subresource such as its status. */
export const isPodWrite = ({ definition, subresource }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'pods' && subresource === ''

/** Returns the pod's spec for mutation. Every stored pod has one. */
export function podSpec(pod: ApiObject): JsonObject {
  const spec = pod['spec']
  if (isObject(spec)) return spec
  const fresh: JsonObject = {}
  pod['spec'] = fresh
  return fresh
}
