import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, type Json } from '#api/json.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'
import { isPodWrite, podSpec } from '#server/admission/plugins/parts/pod-spec.ts'

const hostname = 'orch.io/hostname'

/** Allows required anti-affinity of pods for single nodes only, not for zones. [ADP1] */
export const podAntiAffinity: AdmissionPlugin = {
  name: 'LimitPodHardAntiAffinityTopology',
  operations: new Set(['CREATE', 'UPDATE']),
  async validate(attributes) {
    if (!isPodWrite(attributes) || attributes.object === null) return
    const { affinity } = podSpec(attributes.object)
    const anti = isObject(affinity) ? affinity['podAntiAffinity'] : undefined
    const terms = isObject(anti) ? anti['requiredDuringSchedulingIgnoredDuringExecution'] : undefined
    for (const term of Array.isArray(terms) ? terms : []) {
      const key: Json = isObject(term) ? (term['topologyKey'] ?? '') : ''
      if (key === hostname) continue
      const text = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${String(key)} but only key ${hostname} is allowed`
      throw forbiddenRequest(attributes.definition, shownName(attributes), text)
    }
  },
}
