import { deepEqual, type JsonObject } from '#api/json.ts'
import type { Pod, Service } from '#server/kinds/types/core-v1.ts'
import type { Endpoint, EndpointPort, EndpointSlice } from '#server/kinds/types/discovery-v1.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { pathOf, splitKey } from '#server/controllers/shared/owners.ts'
import { isReady, isTerminating } from '#server/controllers/shared/pods.ts'
import { unlessCode, unlessGone } from '#server/controllers/shared/refusals.ts'
import {
  followServicePods,
  headlessLabel,
  hasSelector,
  hostnameOf,
  isEndpoint,
  isHeadless,
  portOf,
  type ServicePods,
  triggerTime,
} from './service-pods.ts'

export const slicesRoot = '/apis/discovery.orch.io/v1'
export const serviceLabel = 'orch.io/service-name'
export const managedByLabel = 'endpointslice.orch.io/managed-by'
const manager = 'endpointslice-controller.orch.io'
const triggerAnnotation = 'endpoints.orch.io/last-change-trigger-time'
const endpointsMax = 100

/** Writes EndpointSlices of services with selectors. [LC50] */
export const endpointSlices: LoopDefinition = {
  name: 'endpointslice-controller',
  account: 'endpointslice-controller',
  start(starting) {
    const service = followServicePods(starting, 0)
    const slices = starting.informers.of<EndpointSlice>(`${slicesRoot}/endpointslices`)
    slices.onChange((before, after) => {
      const slice = after ?? before
      const name = slice?.metadata.labels?.[serviceLabel]
      if (after !== undefined && before !== undefined) return
      if (name !== undefined && slice?.metadata.labels?.[managedByLabel] === manager)
        starting.queue.add(`${slice.metadata.namespace ?? ''}/${name}`)
    })
    return async (key, loop) => {
      const { namespace, name } = splitKey(key)
      const found = service.services.get(key)
      if (found === undefined || !hasSelector(found)) return
      const own = slices
        .inNamespace(namespace)
        .filter(
          ({ metadata }) => metadata.labels?.[serviceLabel] === name && metadata.labels[managedByLabel] === manager,
        )
        .filter((slice) => !isTerminating(slice))
      for (const family of found.spec?.ipFamilies ?? ['IPv4'])
        await reconcile({ loop, servicePods: service }, found, family, own)
    }
  },
}

interface Slicing {
  readonly loop: Loop
  readonly servicePods: ServicePods
}

/** The service, address family and ports of a slice. */
interface Purpose {
  readonly loop: Loop
  readonly service: Service
  readonly trigger: string
}

/** The endpoints of a family with equal ports. */
interface Group {
  readonly ports: readonly EndpointPort[]
  readonly endpoints: Endpoint[]
}

const addressOf = ({ status }: Pod, family: string): string | undefined => {
  const all = status?.podIPs ?? [{ ip: status?.podIP ?? '' }]
  return all.map(({ ip }) => ip ?? '').find((ip) => ip !== '' && ip.includes(':') === (family === 'IPv6'))
}

const zoneOf = ({ spec }: Pod, nodes: ServicePods['nodes']): string | undefined =>
  nodes.get(`/${spec?.nodeName ?? ''}`)?.metadata.labels?.['topology.orch.io/zone']

function endpointOf(pod: Pod, service: Service, address: string, { nodes }: ServicePods): Endpoint {
  const publishes = service.spec?.publishNotReadyAddresses === true
  const serving = isReady(pod)
  const terminating = isTerminating(pod)
  const zone = zoneOf(pod, nodes)
  const { namespace, name, uid } = pod.metadata
  const hostname = hostnameOf(pod, service)
  const ready = publishes || (serving && !terminating)
  return {
    addresses: [address],
    conditions: { ready, serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: { kind: 'Pod', namespace, name, uid },
    nodeName: pod.spec?.nodeName,
    ...(zone === undefined ? {} : { zone }),
    ...(ready ? hintsOf(service, zone, pod.spec?.nodeName) : {}),
  }
}

/** The zones and nodes that should use an endpoint, if its service prefers traffic that remains close. */
function hintsOf({ spec }: Service, zone: string | undefined, node: string | undefined): Pick<Endpoint, 'hints'> {
  const { trafficDistribution } = spec ?? {}
  const isNear = ['PreferClose', 'PreferSameZone', 'PreferSameNode'].includes(trafficDistribution ?? '')
  if (!isNear || zone === undefined) return {}
  const isOfNode = trafficDistribution === 'PreferSameNode' && node !== undefined
  return { hints: { forZones: [{ name: zone }], ...(isOfNode ? { forNodes: [{ name: node }] } : {}) } }
}

function groupsOf(service: Service, family: string, pods: readonly Pod[], servicePods: ServicePods): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const pod of pods.filter(isEndpoint)) {
    const address = addressOf(pod, family)
    if (address === undefined) continue
    const ports = (service.spec?.ports ?? []).flatMap((port): EndpointPort[] => {
      const number = portOf(port, pod)
      const { name = '', protocol = 'TCP', appProtocol } = port
      return number === null
        ? []
        : [{ name, protocol, port: number, ...(appProtocol === undefined ? {} : { appProtocol }) }]
    })
    const key = JSON.stringify(ports)
    const group = groups.get(key) ?? { ports, endpoints: [] }
    groups.set(key, group)
    group.endpoints.push(endpointOf(pod, service, address, servicePods))
  }
  return [...groups.values()]
}

function labelsOf(service: Service): { [key: string]: string } {
  const own = Object.entries(service.metadata.labels ?? {}).filter(
    ([key]) => ![headlessLabel, serviceLabel, managedByLabel].includes(key),
  )
  return {
    ...Object.fromEntries(own),
    [serviceLabel]: service.metadata.name ?? '',
    [managedByLabel]: manager,
    ...(isHeadless(service) ? { [headlessLabel]: '' } : {}),
  }
}

/** Compares what a slice should contain with what it contains, whatever the order of its endpoints. */
const uidOf = ({ targetRef, addresses }: Endpoint): string => targetRef?.uid ?? addresses?.[0] ?? ''

/** Keeps the order of endpoints that are there already; new ones follow. */
function inOldOrder(before: readonly Endpoint[], now: readonly Endpoint[]): Endpoint[] {
  const rest = new Map(now.map((each) => [uidOf(each), each]))
  const kept = before.flatMap((each): Endpoint[] => {
    const found = rest.get(uidOf(each))
    rest.delete(uidOf(each))
    return found === undefined ? [] : [found]
  })
  return [...kept, ...rest.values()]
}

async function reconcile(
  { loop, servicePods }: Slicing,
  service: Service,
  family: string,
  all: readonly EndpointSlice[],
): Promise<void> {
  const pods = servicePods.of(service)
  const own = all.filter(({ addressType }) => addressType === family)
  const wanted = groupsOf(service, family, pods, servicePods).flatMap(({ ports, endpoints }) =>
    Array.from({ length: Math.ceil(endpoints.length / endpointsMax) }, (_, at) => ({
      ports,
      endpoints: endpoints.slice(at * endpointsMax, (at + 1) * endpointsMax),
    })),
  )
  // A service without endpoints has one empty slice.
  const groups: readonly Group[] = wanted.length === 0 ? [{ ports: [], endpoints: [] }] : wanted
  const free = [...own]
  const purpose = { loop, service, trigger: triggerTime(service, pods) }
  for (const group of groups) {
    const at = free.findIndex(({ ports }) => deepEqual([...(ports ?? [])], [...group.ports]))
    const slice = at >= 0 ? free.splice(at, 1)[0] : free.shift()
    await (slice === undefined ? createSlice(purpose, family, group) : updateSlice(purpose, slice, group))
  }
  for (const slice of free) await unlessGone(() => loop.client.delete(pathOfSlice(slice)))
}

export const pathOfSlice = ({ metadata }: EndpointSlice): string =>
  pathOf(slicesRoot, 'endpointslices', metadata.namespace, metadata.name)

async function createSlice({ loop, service, trigger }: Purpose, family: string, group: Group): Promise<void> {
  const { name = '', namespace = '', uid = '' } = service.metadata
  const slice: JsonObject = {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: labelsOf(service),
      annotations: { [triggerAnnotation]: trigger },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    addressType: family,
    endpoints: group.endpoints,
    ports: [...group.ports],
  }
  await unlessCode(403, () => loop.client.create(pathOf(slicesRoot, 'endpointslices', namespace), slice))
}

async function updateSlice({ loop, service, trigger }: Purpose, slice: EndpointSlice, group: Group): Promise<void> {
  const labels = labelsOf(service)
  const endpoints = inOldOrder(slice.endpoints ?? [], group.endpoints)
  const isSame =
    deepEqual(slice.endpoints ?? [], endpoints) &&
    deepEqual([...(slice.ports ?? [])], [...group.ports]) &&
    deepEqual(slice.metadata.labels ?? {}, labels)
  if (isSame) return
  const annotations = { ...slice.metadata.annotations, [triggerAnnotation]: trigger }
  await loop.client.put(pathOfSlice(slice), {
    ...slice,
    metadata: { ...slice.metadata, labels, annotations },
    endpoints,
    ports: [...group.ports],
  })
}
