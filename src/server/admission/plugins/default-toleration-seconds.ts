import { type JsonObject, isObject } from '#api/json.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from './parts/pod-spec.ts'

const taints = ['node.orch.io/not-ready', 'node.orch.io/unreachable']
const tolerationSeconds = 300
const effect = 'NoExecute'

/** Adds tolerations so that a pod stays for five minutes on a node that is not ready or unreachable. [AD3] */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'pods',
  async mutate(attributes) {
    if (!isPodWrite(attributes) || attributes.object === null) return
    const spec = podSpec(attributes.object)
    const tolerations = Array.isArray(spec['tolerations']) ? spec['tolerations'].filter(isObject) : []
    const missing = taints.filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)))
    if (missing.length === 0) return
    spec['tolerations'] = [
      ...tolerations,
      ...missing.map((key): JsonObject => ({ key, operator: 'Exists', effect, tolerationSeconds })),
    ]
  },
}

const tolerates = (toleration: JsonObject, taint: string): boolean =>
  [taint, '', undefined].includes(toleration['key'] as string | undefined) &&
  [effect, '', undefined].includes(toleration['effect'] as string | undefined)
