import type { Soon } from '#api/waiting/soon.ts'
import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import {
  type Amounts,
  type Limit,
  type Usage,
  brokenBounds,
  claimBounds,
  toAmounts,
  toUsage,
} from './parts/limit-constraints.ts'
import { containersOf, podUsage } from './quota/pod-usage.ts'

const ranges = { group: '', resource: 'limitranges' }
const annotation = 'orch.io/limit-ranger'

/** Sets default requests and limits of containers, and refuses resources outside a namespace's bounds. [AD5] */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group, resource }) => group === '' && (resource === 'pods' || resource === 'persistentvolumeclaims'),
  async mutate(attributes, reader) {
    if (!isLimitedPod(attributes) || attributes.object === null) return
    for (const range of await rangesOf(attributes, reader)) setDefaults(attributes.object, range)
  },
  async validate(attributes, reader) {
    const { object } = attributes
    if (object === null || attributes.live?.metadata.deletionTimestamp !== undefined) return
    const check = isLimitedPod(attributes) ? podErrors : isClaim(attributes) ? claimErrors : null
    if (check === null) return
    for (const range of await rangesOf(attributes, reader)) {
      const errors = [...new Set(limitsOf(range).flatMap((limit) => check(object, limit)))]
      if (errors.length > 0) throw refuse(attributes, errors)
    }
  },
}

/** The resources of a pod's containers cannot be changed by an update, so only creates are checked. */
const isLimitedPod = ({ definition, subresource, operation }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'pods' && subresource === '' && operation === 'CREATE'

const isClaim = ({ definition, subresource }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'persistentvolumeclaims' && subresource === ''

const rangesOf = ({ namespace }: Attributes, reader: AdmissionReader): Soon<readonly ApiObject[]> =>
  reader.list(ranges, namespace)

function refuse({ definition, name, object }: Attributes, errors: readonly string[]): Error {
  const text = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`
  return forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, text)
}

function entriesOf(range: ApiObject): readonly JsonObject[] {
  const { limits } = isObject(range['spec']) ? range['spec'] : ({} as JsonObject)
  return Array.isArray(limits) ? limits.filter(isObject) : []
}

const limitsOf = (range: ApiObject): readonly Limit[] =>
  entriesOf(range).map((entry) => ({
    type: typeof entry['type'] === 'string' ? entry['type'] : '',
    min: toAmounts(entry['min']),
    max: toAmounts(entry['max']),
    ratio: toAmounts(entry['maxLimitRequestRatio']),
  }))

function setDefaults(pod: ApiObject, range: ApiObject): void {
  const container = entriesOf(range).filter((entry) => entry['type'] === 'Container')
  const requests: Amounts = Object.assign({}, ...container.map((entry) => toAmounts(entry['defaultRequest'])))
  const limits: Amounts = Object.assign({}, ...container.map((entry) => toAmounts(entry['default'])))
  const notes = [
    ...containersOf(pod, 'containers').flatMap((each) => fill(each, { requests, limits }, 'container')),
    ...containersOf(pod, 'initContainers').flatMap((each) => fill(each, { requests, limits }, 'init container')),
  ]
  if (notes.length === 0) return
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${notes.join('; ')}`,
  }
}

/** Sets defaults and returns descriptions of what was set. */
function fill(container: JsonObject, defaults: Usage, what: string): readonly string[] {
  const present = toUsage(container['resources'])
  const missing = (given: Amounts, wanted: Amounts): readonly string[] =>
    Object.keys(wanted)
      .filter((name) => own(given, name) === undefined)
      .toSorted()
  const [requests, limits] = [missing(present.requests, defaults.requests), missing(present.limits, defaults.limits)]
  if (requests.length === 0 && limits.length === 0) return []
  const resources = isObject(container['resources']) ? container['resources'] : {}
  container['resources'] = {
    ...resources,
    limits: { ...defaults.limits, ...present.limits },
    requests: { ...defaults.requests, ...present.requests },
  }
  const name = String(container['name'] ?? '')
  return [
    ...(requests.length === 0 ? [] : [`${requests.join(', ')} request for ${what} ${name}`]),
    ...(limits.length === 0 ? [] : [`${limits.join(', ')} limit for ${what} ${name}`]),
  ]
}

function podErrors(pod: ApiObject, limit: Limit): readonly string[] {
  if (limit.type === 'Pod') return brokenBounds(limit, podUsage(pod))
  if (limit.type !== 'Container') return []
  return [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')].flatMap((container) =>
    brokenBounds(limit, toUsage(container['resources'])),
  )
}

function claimErrors(claim: ApiObject, limit: Limit): readonly string[] {
  if (limit.type !== 'PersistentVolumeClaim') return []
  const { resources } = isObject(claim['spec']) ? claim['spec'] : ({} as JsonObject)
  return claimBounds(limit, toUsage(resources).requests)
}
