import { deepEqual } from '#api/json.ts'
import type { Endpoints, Service } from '#server/kinds/types/core-v1.ts'
import type { Endpoint, EndpointPort, EndpointSlice } from '#server/kinds/types/discovery-v1.ts'
import {
  managedByLabel,
  pathOfSlice,
  serviceLabel,
  slicesRoot,
} from '#server/controllers/endpointslice/endpointslice-controller.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { pathOf, splitKey } from '#server/controllers/shared/owners.ts'
import { queueChanges } from '#server/controllers/shared/queueing.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'

const manager = 'endpointslicemirroring-controller.orch.io'
const skipLabel = 'endpointslice.orch.io/skip-mirror'
const leaderAnnotation = 'control-plane.alpha.orch.io/leader'
const addressesMax = 1000
/** Annotations of Endpoints that say nothing about their slices. */
const ownAnnotations = new Set([
  'endpoints.orch.io/last-change-trigger-time',
  'kubectl.orch.io/last-applied-configuration',
])

/** Mirrors Endpoints of services without a selector into EndpointSlices. [LC52] */
export const endpointSliceMirroring: LoopDefinition = {
  name: 'endpointslice-mirroring-controller',
  account: 'endpointslicemirroring-controller',
  start(starting) {
    const { informers, queue } = starting
    const endpoints = informers.of<Endpoints>('/api/v1/endpoints')
    const services = informers.of<Service>('/api/v1/services')
    const slices = informers.of<EndpointSlice>(`${slicesRoot}/endpointslices`)
    queueChanges(queue, endpoints)
    queueChanges(queue, services)
    return async (key, loop) => {
      const { namespace, name } = splitKey(key)
      const source = endpoints.get(key)
      const service = services.get(key)
      const own = slices
        .inNamespace(namespace)
        .filter(({ metadata: { labels } }) => labels?.[serviceLabel] === name && labels[managedByLabel] === manager)
      const isMirrored =
        source !== undefined &&
        isOfUser(source) &&
        service !== undefined &&
        (service.spec?.selector ?? undefined) === undefined
      await write(loop, own, isMirrored ? wantedSlices(source) : [])
    }
  },
}

const isOfUser = ({ metadata: { labels, annotations } }: Endpoints): boolean =>
  labels?.[skipLabel] !== 'true' && annotations?.[leaderAnnotation] === undefined

function wantedSlices(source: Endpoints): readonly EndpointSlice[] {
  const { name = '', namespace = '', uid = '', labels, annotations } = source.metadata
  const noted = Object.fromEntries(Object.entries(annotations ?? {}).filter(([key]) => !ownAnnotations.has(key)))
  return (source.subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }) =>
    (['IPv4', 'IPv6'] as const).flatMap((addressType): EndpointSlice[] => {
      const list = [
        ...addresses.map((address) => ({ address, ready: true })),
        ...notReadyAddresses.map((address) => ({ address, ready: false })),
      ].filter(({ address }) => (address.ip ?? '').includes(':') === (addressType === 'IPv6'))
      if (list.length === 0) return []
      return [
        {
          metadata: {
            generateName: `${name}-`,
            namespace,
            labels: { ...labels, [serviceLabel]: name, [managedByLabel]: manager },
            ...(Object.keys(noted).length === 0 ? {} : { annotations: noted }),
            ownerReferences: [
              { apiVersion: 'v1', kind: 'Endpoints', name, uid, controller: true, blockOwnerDeletion: true },
            ],
          },
          addressType,
          endpoints: list.slice(0, addressesMax).map(({ address, ready }): Endpoint => {
            const { ip = '', hostname, nodeName, targetRef } = address
            return {
              addresses: [ip],
              conditions: { ready },
              ...(hostname === undefined ? {} : { hostname }),
              ...(nodeName === undefined ? {} : { nodeName }),
              ...(targetRef === undefined ? {} : { targetRef }),
            }
          }),
          ports: ports.map(({ name: portName = '', protocol = 'TCP', port, appProtocol }): EndpointPort => ({
            name: portName,
            protocol,
            port,
            ...(appProtocol === undefined ? {} : { appProtocol }),
          })),
        },
      ]
    }),
  )
}

async function write({ client }: Loop, own: readonly EndpointSlice[], wanted: readonly EndpointSlice[]): Promise<void> {
  const free = [...own]
  for (const slice of wanted) {
    const { namespace } = slice.metadata
    const at = free.findIndex(({ addressType }) => addressType === slice.addressType)
    const found = at < 0 ? undefined : free.splice(at, 1)[0]
    if (found === undefined) {
      await client.create(pathOf(slicesRoot, 'endpointslices', namespace), { ...slice })
      continue
    }
    if (isSameSlice(found, slice)) continue
    const { generateName: _name, ...metadata } = found.metadata
    const { labels } = slice.metadata
    await client.update(pathOfSlice(found), {
      ...found,
      ...slice,
      metadata: { ...metadata, ...(labels === undefined ? {} : { labels }) },
    })
  }
  for (const slice of free) await unlessGone(() => client.delete(pathOfSlice(slice)))
}

const isSameSlice = (a: EndpointSlice, b: EndpointSlice): boolean =>
  deepEqual([...(a.endpoints ?? [])], [...(b.endpoints ?? [])]) &&
  deepEqual([...(a.ports ?? [])], [...(b.ports ?? [])]) &&
  deepEqual(a.metadata.labels ?? {}, b.metadata.labels ?? {})
