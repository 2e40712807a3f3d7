import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'
import { isPodWrite, podSpec } from '#server/admission/plugins/parts/pod-spec.ts'

/** Node selectors as maps: one for namespaces without an own one, and those that a namespace's pods must stay in. */
export interface NodeSelectors {
  readonly clusterDefault: Labels
  readonly byNamespace: ReadonlyMap<string, Labels>
}

export type Labels = Readonly<Record<string, string>>

export const noSelectors: NodeSelectors = { clusterDefault: {}, byNamespace: new Map() }

const namespaces = { group: '', resource: 'namespaces' }
const annotation = 'scheduler.alpha.orch.io/node-selector'

/** Merges the node selector of a namespace into its pods, and limits theirs to that of the configuration. [ADP2] */
export const podNodeSelector = (selectors: NodeSelectors): AdmissionPlugin => ({
  name: 'PodNodeSelector',
  operations: new Set(['CREATE']),
  async mutate(attributes, reader) {
    const { object } = attributes
    if (!isPodWrite(attributes) || object === null) return
    const wanted = await selectorOf(attributes, reader, selectors)
    const present = selectorOfPod(object)
    if (conflict(wanted, present))
      throw refuse(attributes, 'pod node label selector conflicts with its namespace node label selector')
    const merged = { ...wanted, ...present }
    if (Object.keys(merged).length > 0) podSpec(object)['nodeSelector'] = merged
    requireAllowed(attributes, selectors)
  },
  async validate(attributes, reader) {
    const { object } = attributes
    if (!isPodWrite(attributes) || object === null) return
    const wanted = await selectorOf(attributes, reader, selectors)
    if (conflict(wanted, selectorOfPod(object)))
      throw refuse(attributes, 'pod node label selector conflicts with its namespace node label selector')
    requireAllowed(attributes, selectors)
  },
})

const refuse = (attributes: Attributes, text: string): Error =>
  forbiddenRequest(attributes.definition, shownName(attributes), text)

function selectorOfPod(pod: ApiObject): Labels {
  const { nodeSelector } = podSpec(pod)
  return isObject(nodeSelector) ? (nodeSelector as Labels) : {}
}

async function selectorOf(
  attributes: Attributes,
  reader: AdmissionReader,
  { clusterDefault }: NodeSelectors,
): Promise<Labels> {
  const namespace = await reader.get(namespaces, '', attributes.namespace)
  const text = own(namespace?.metadata.annotations, annotation)
  if (text === undefined) return clusterDefault
  const labels = parseLabels(text)
  if (labels === null) throw refuse(attributes, `invalid node selector ${JSON.stringify(text)} of the namespace`)
  return labels
}

/** Parses `a=b,c=d`; `null` if a part is no pair. */
export function parseLabels(text: string): Labels | null {
  const pairs = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.split('=')]))
  if (pairs.some((pair) => pair.length !== 2)) return null
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key.trim(), value.trim()]))
}

const conflict = (a: Labels, b: Labels): boolean =>
  Object.entries(a).some(([key, value]) => Object.hasOwn(b, key) && b[key] !== value)

/** The labels of the configuration, if the namespace has any, are the only ones that its pods may select. */
function requireAllowed(attributes: Attributes, { byNamespace }: NodeSelectors): void {
  const allowed = byNamespace.get(attributes.namespace)
  if (allowed === undefined || attributes.object === null) return
  const isAllowed = Object.entries(selectorOfPod(attributes.object)).every(
    ([key, value]) => Object.hasOwn(allowed, key) && allowed[key] === value,
  )
  if (!isAllowed) throw refuse(attributes, 'pod node label selector labels conflict with its namespace whitelist')
}
