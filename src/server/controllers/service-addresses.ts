import { isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { startDerivedObjects } from './derived-objects.ts'

const managedBy = 'ipaddress.orch.io/managed-by'
const allocator = 'ipallocator.orch.io'

/** Keeps an IPAddress object for every cluster IP of a service. [IPA3] */
export const startServiceAddressController = (host: ControllerHost): Controller =>
  startDerivedObjects(host, {
    name: 'service-addresses',
    source: '/api/v1/services',
    target: '/apis/networking.orch.io/v1/ipaddresses',
    mark: [managedBy, allocator],
    derive: addressesOf,
  })

function addressesOf({ metadata, spec }: ApiObject): readonly ApiObject[] {
  const { clusterIPs } = isObject(spec) ? spec : {}
  if (!Array.isArray(clusterIPs)) return []
  const { name = '', namespace = '' } = metadata
  return clusterIPs
    .filter((ip) => typeof ip === 'string' && ip !== '' && ip !== 'None')
    .map((ip) => ({
      metadata: {
        name: String(ip),
        labels: {
          'ipaddress.orch.io/ip-family': String(ip).includes(':') ? 'IPv6' : 'IPv4',
          [managedBy]: allocator,
        },
      },
      spec: { parentRef: { group: '', resource: 'services', namespace, name } },
    }))
}
