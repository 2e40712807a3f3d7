import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from '#server/admission/plugins/parts/pod-spec.ts'
import { containersOf } from '#server/admission/plugins/quota/pod-usage.ts'

/** Lets pods that request extended resources run on nodes tainted with the names of these resources. [ADP1] */
export const extendedResourceToleration: AdmissionPlugin = {
  name: 'ExtendedResourceToleration',
  operations: new Set(['CREATE', 'UPDATE']),
  async mutate(attributes) {
    if (!isPodWrite(attributes) || attributes.object === null) return
    const spec = podSpec(attributes.object)
    const present = Array.isArray(spec['tolerations']) ? spec['tolerations'].filter(isObject) : []
    const missing = requestedBy(attributes.object).filter((key) => !present.some((each) => toleratesAny(each, key)))
    const added = missing.map((key): JsonObject => ({ key, operator: 'Exists' }))
    if (added.length > 0) spec['tolerations'] = [...present, ...added]
  },
}

/** An equal toleration, or one for all values and effects, is not added again. */
const toleratesAny = ({ key, operator, effect }: JsonObject, name: string): boolean =>
  key === name && operator === 'Exists' && (effect === undefined || effect === '')

function requestedBy(pod: ApiObject): readonly string[] {
  const containers = [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')]
  const names = containers.flatMap(({ resources }) => {
    const requests = isObject(resources) ? resources['requests'] : undefined
    return isObject(requests) ? Object.keys(requests) : []
  })
  return [...new Set(names)].filter(isExtended).toSorted()
}

/** Names outside of the system's domain; the prefix of quotas does not name a resource. */
const isExtended = (name: string): boolean =>
  name.includes('/') && !/(?:^|\.)orch\.io\//.test(name) && !name.startsWith('requests.')
