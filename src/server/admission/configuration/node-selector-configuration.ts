import { isObject, type Json } from '#api/json.ts'
import { type Labels, type NodeSelectors, parseLabels } from '#server/admission/plugins/optional/pod-node-selector.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'

/** Reads `podNodeSelectorPluginConfig`: a selector by namespace, and one default. @throws AdmissionConfigError [ADP2] */
export function readNodeSelectors(value: Json): NodeSelectors {
  const { podNodeSelectorPluginConfig: texts } = isObject(value) ? value : {}
  const byNamespace = new Map<string, Labels>()
  for (const [name, text] of Object.entries(isObject(texts ?? null) ? (texts as object) : {})) {
    const labels = typeof text === 'string' ? parseLabels(text) : null
    if (labels === null) throw new AdmissionConfigError(`the selector of ${name} must be a list of pairs KEY=VALUE`)
    byNamespace.set(name, labels)
  }
  const clusterDefault = byNamespace.get('clusterDefaultNodeSelector') ?? {}
  byNamespace.delete('clusterDefaultNodeSelector')
  return { clusterDefault, byNamespace }
}
