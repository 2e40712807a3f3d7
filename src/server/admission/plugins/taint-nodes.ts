import { isObject, type JsonObject } from '#api/json.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'

const notReady = { key: 'node.orch.io/not-ready', effect: 'NoSchedule' }

/** Keeps pods off a new node until it is ready. [NOD3] */
export const taintNodes: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  operations: new Set(['CREATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'nodes',
  async mutate({ definition, subresource, object }) {
    if (definition.group !== '' || definition.resource !== 'nodes' || subresource !== '' || object === null) return
    const spec: JsonObject = isObject(object['spec']) ? object['spec'] : {}
    const taints = Array.isArray(spec['taints']) ? spec['taints'] : []
    const has = taints.some((each) => isObject(each) && each.key === notReady.key && each.effect === notReady.effect)
    if (!has) object['spec'] = { ...spec, taints: [...taints, { ...notReady }] }
  },
}
