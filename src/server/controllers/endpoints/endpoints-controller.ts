import { deepEqual } from '#api/json.ts'
import type {
  EndpointAddress,
  EndpointPort,
  Endpoints,
  EndpointSubset,
  Pod,
  Service,
} from '#server/kinds/types/core-v1.ts'
import {
  followServicePods,
  hasSelector,
  headlessLabel,
  hostnameOf,
  isEndpoint,
  isHeadless,
  portOf,
  triggerTime,
} from '#server/controllers/endpointslice/service-pods.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import type { LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { pathOf, splitKey } from '#server/controllers/shared/owners.ts'
import { isReady, isTerminating } from '#server/controllers/shared/pods.ts'
import { unlessCode, unlessGone } from '#server/controllers/shared/refusals.ts'
import { type Offer, subsetsOf } from './subsets.ts'

const managedBy = 'endpoints.orch.io/managed-by'
const triggerAnnotation = 'endpoints.orch.io/last-change-trigger-time'

/** Writes Endpoints of services with selectors. [LC51] */
export const endpoints: LoopDefinition = {
  name: 'endpoints-controller',
  account: 'endpoint-controller',
  start(starting) {
    const service = followServicePods(starting, 0)
    const known = starting.informers.of<Endpoints>('/api/v1/endpoints')
    return async (key, loop) => {
      const { namespace, name } = splitKey(key)
      const path = pathOf('/api/v1', 'endpoints', namespace, name)
      const found = service.services.get(key)
      if (found === undefined) {
        await unlessGone(() => loop.client.delete(path))
        return
      }
      if (!hasSelector(found)) return
      const pods = service.of(found)
      const before = known.get(key)
      const next = endpointsOf(found, pods, before)
      if (before === undefined)
        await unlessCode(403, () => loop.client.create(pathOf('/api/v1', 'endpoints', namespace), next))
      else if (!isSameEndpoints(before, next)) await loop.client.put(path, next)
    }
  },
}

function endpointsOf(service: Service, pods: readonly Pod[], before: Endpoints | undefined): Endpoints {
  const annotations = { ...before?.metadata.annotations, [triggerAnnotation]: triggerTime(service, pods) }
  return {
    ...before,
    metadata: { ...before?.metadata, name: nameOf(service), labels: labelsOf(service), annotations },
    subsets: subsetsFor(service, pods),
  }
}

const isSameEndpoints = (a: Endpoints, b: Endpoints): boolean =>
  deepEqual(a.subsets ?? [], b.subsets ?? []) && deepEqual(a.metadata.labels ?? {}, b.metadata.labels ?? {})

const labelsOf = (service: Service): { [key: string]: string } => ({
  ...service.metadata.labels,
  [managedBy]: 'endpoint-controller',
  ...(isHeadless(service) ? { [headlessLabel]: '' } : {}),
})

const addressOf = (pod: Pod, service: Service): EndpointAddress => {
  const { namespace, name, uid } = pod.metadata
  const hostname = hostnameOf(pod, service)
  return {
    ip: pod.status?.podIP,
    ...(hostname === undefined ? {} : { hostname }),
    nodeName: pod.spec?.nodeName,
    targetRef: { kind: 'Pod', namespace, name, uid },
  }
}

const portsOf = (service: Service, pod: Pod): EndpointPort[] =>
  (service.spec?.ports ?? []).flatMap((port) => {
    const number = portOf(port, pod)
    const { name, protocol = 'TCP', appProtocol } = port
    if (number === null) return []
    return [
      {
        ...(name === undefined ? {} : { name }),
        port: number,
        protocol,
        ...(appProtocol === undefined ? {} : { appProtocol }),
      },
    ]
  })

/** The subsets of a service; a pod that has none of the named ports is no endpoint. */
function subsetsFor(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const publishes = service.spec?.publishNotReadyAddresses === true
  const present = pods.filter((pod) => isEndpoint(pod) && (publishes || !isTerminating(pod)))
  const offers = present.map((pod): Offer => ({
    address: addressOf(pod, service),
    isReady: publishes || isReady(pod),
    ports: portsOf(service, pod),
  }))
  const hasPorts = (service.spec?.ports ?? []).length > 0
  return subsetsOf(offers.filter(({ ports }) => ports.length > 0 || !hasPorts))
}
