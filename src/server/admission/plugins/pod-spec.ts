import { type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '../attributes.ts'

/** A write of a pod itself, not of a part such as its status. */
export const isPodWrite = ({ definition, subresource }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'pods' && subresource === ''

/** The pod's spec, there to be changed; every stored pod has one. */
export function podSpec(pod: ApiObject): JsonObject {
  const spec = pod['spec']
  if (isObject(spec)) return spec
  const fresh: JsonObject = {}
  pod['spec'] = fresh
  return fresh
}
