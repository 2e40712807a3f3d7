import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { type Amounts, sumOf, toAmounts, toUsage } from '#server/admission/plugins/parts/limit-constraints.ts'
import { podSpec } from '#server/admission/plugins/parts/pod-spec.ts'
import { containersOf, podUsage } from './pod-usage.ts'
import { countsDevices, deviceUsage } from './quota-devices.ts'
import { type QuotaScope, matchesClass, podInScope } from './quota-scopes.ts'

/** Counts the objects of one type for quotas. */
export interface QuotaEvaluator {
  /** Reports whether a quota's resource name counts objects of this type. */
  counts(name: string): boolean
  usage(object: ApiObject): Amounts
  /** Reports whether a quota with this scope counts the object. */
  inScope(scope: QuotaScope, object: ApiObject): boolean
  /** Returns why the object cannot be counted, in the reference's words. */
  problem?(object: ApiObject, names: readonly string[]): string | null
}

const noScope = (): boolean => false
const specOf = (object: ApiObject): JsonObject => (isObject(object['spec']) ? object['spec'] : {})
const lengthOf = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0)

interface Named {
  readonly group: string
  readonly resource: string
}

const countName = ({ group, resource }: Named): string =>
  group === '' ? `count/${resource}` : `count/${resource}.${group}`

/** The parts of a write that quota evaluation needs. */
interface CountedWrite extends Pick<Attributes, 'subresource' | 'operation'> {
  readonly definition: Named & { readonly namespaced: boolean }
}

/** Returns the evaluator of a write; `null` if quotas do not apply to it. */
export function evaluatorOf({ definition, subresource, operation }: CountedWrite): QuotaEvaluator | null {
  if (!definition.namespaced || definition.resource === 'events') return null
  const key = definition.group === '' ? definition.resource : ''
  if (key === 'pods') return isCountedPodWrite(subresource, operation) ? pods : null
  if (subresource !== '') return null
  if (key === 'services') return services
  if (key === 'persistentvolumeclaims') return claims
  if (operation !== 'CREATE') return null
  return countedOnCreate(definition, key)
}

function countedOnCreate(definition: Named, key: string): QuotaEvaluator {
  if (definition.resource === 'resourceclaims' && definition.group === 'resource.orch.io') return deviceClaims
  return objectCount(countName(definition), plainCounts.has(key) ? key : null)
}

const isCountedPodWrite = (subresource: string, operation: string): boolean =>
  (subresource === '' && operation === 'CREATE') || (subresource === 'resize' && operation === 'UPDATE')

/** Types whose count may also be named without the prefix `count/`. */
const plainCounts = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'])

function objectCount(name: string, plainName: string | null): QuotaEvaluator {
  const usage: Amounts = plainName === null ? { [name]: '1' } : { [name]: '1', [plainName]: '1' }
  return { counts: (each) => each === name || each === plainName, usage: () => usage, inScope: noScope }
}

const deviceClaims: QuotaEvaluator = { counts: countsDevices, usage: deviceUsage, inScope: noScope }

const perContainer = ['cpu', 'memory']
const containerNames = new Set(perContainer.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]))
const podNames = new Set([
  'count/pods',
  'pods',
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
])

const isExtended = (name: string): boolean => name.startsWith('requests.') && name.includes('/')

const pods: QuotaEvaluator = {
  counts: (name) =>
    podNames.has(name) || name.startsWith('hugepages-') || name.startsWith('requests.hugepages-') || isExtended(name),
  usage(pod) {
    const { requests, limits } = wholePodUsage(pod)
    return { 'count/pods': '1', pods: '1', ...quotaNames(requests, limits) }
  },
  inScope: podInScope,
  problem: missingAmounts,
}

/** Includes the pod-level resources and the overhead of the pod. */
function wholePodUsage(pod: ApiObject): { readonly requests: Amounts; readonly limits: Amounts } {
  const usage = podUsage(pod)
  const { resources, overhead } = podSpec(pod)
  const whole = toUsage(resources)
  const limits = { ...usage.limits, ...whole.limits }
  const more = toAmounts(overhead)
  const limited = Object.fromEntries(Object.entries(more).filter(([name]) => Object.hasOwn(limits, name)))
  return { requests: sumOf({ ...usage.requests, ...whole.requests }, more), limits: sumOf(limits, limited) }
}

function quotaNames(requests: Amounts, limits: Amounts): Amounts {
  const fromRequests = Object.entries(requests).flatMap(([name, amount]) => {
    if (name.includes('/')) return [[`requests.${name}`, amount]]
    return podNames.has(name) || name.startsWith('hugepages-')
      ? [
          [name, amount],
          [`requests.${name}`, amount],
        ]
      : []
  })
  const bounded = Object.entries(limits).flatMap(([name, amount]) =>
    podNames.has(name) ? [[`limits.${name}`, amount]] : [],
  )
  return Object.fromEntries([...fromRequests, ...bounded])
}

/** Every container must specify the resources that a quota bounds, unless the pod specifies them at pod level. */
function missingAmounts(pod: ApiObject, names: readonly string[]): string | null {
  const whole = toUsage(podSpec(pod)['resources'])
  if (Object.keys(whole.requests).length > 0 || Object.keys(whole.limits).length > 0) return null
  const containers = [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')]
  const missing = names
    .filter((name) => containerNames.has(name))
    .toSorted()
    .flatMap((name) => {
      const silent = containers.filter((each) => !Object.hasOwn(containerUsage(each), name))
      const silentNames = [...new Set(silent.map((each) => String(each['name'] ?? '')))].toSorted()
      return silentNames.length === 0 ? [] : [`${name} for: ${silentNames.join(',')}`]
    })
  return missing.length === 0 ? null : `must specify ${missing.join('; ')}`
}

function containerUsage(container: JsonObject): Amounts {
  const { requests, limits } = toUsage(container['resources'])
  return quotaNames(requests, limits)
}

const serviceNames = new Set(['count/services', 'services', 'services.nodeports', 'services.loadbalancers'])

const services: QuotaEvaluator = {
  counts: (name) => serviceNames.has(name),
  usage(service) {
    const { type } = specOf(service)
    return {
      'count/services': '1',
      services: '1',
      'services.nodeports': String(nodePorts(specOf(service))),
      'services.loadbalancers': type === 'LoadBalancer' ? '1' : '0',
    }
  },
  inScope: noScope,
}

function nodePorts({ type, ports, allocateLoadBalancerNodePorts }: JsonObject): number {
  if (type === 'NodePort') return lengthOf(ports)
  if (type !== 'LoadBalancer') return 0
  if (allocateLoadBalancerNodePorts !== false || !Array.isArray(ports)) return lengthOf(ports)
  return ports.filter((port) => isObject(port) && typeof port['nodePort'] === 'number' && port['nodePort'] !== 0).length
}

const classSuffix = '.storageclass.storage.orch.io/'
const claimNames = new Set(['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage'])

const claims: QuotaEvaluator = {
  counts: (name) =>
    claimNames.has(name) ||
    name.endsWith(`${classSuffix}persistentvolumeclaims`) ||
    name.endsWith(`${classSuffix}requests.storage`),
  usage(claim) {
    const { resources, storageClassName } = specOf(claim)
    const { storage } = toUsage(resources).requests
    const oldClass = claim.metadata.annotations?.['volume.beta.orch.io/storage-class']
    const className = oldClass ?? textOf(storageClassName)
    const ofClass = className === '' ? [] : [`${className}${classSuffix}`]
    return {
      'count/persistentvolumeclaims': '1',
      ...Object.fromEntries(['', ...ofClass].map((prefix) => [`${prefix}persistentvolumeclaims`, '1'])),
      ...(storage === undefined
        ? {}
        : Object.fromEntries(['', ...ofClass].map((prefix) => [`${prefix}requests.storage`, storage]))),
    }
  },
  inScope(scope, claim) {
    const { volumeAttributesClassName } = specOf(claim)
    const name = textOf(volumeAttributesClassName)
    return scope.name === 'VolumeAttributesClass' && matchesClass(scope, name)
  },
}
