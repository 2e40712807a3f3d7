import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { isObject } from '#api/json.ts'
import { apiServerServiceName } from '#server/resources/core/services/apiserver-service-address.ts'
import { defaultNetworkName, networksOf, ownAddressIn } from '#server/resources/core/services/service-network.ts'

/** The address at which clients in the cluster reach this server: the endpoint of the Service `default/orch`. */
export interface AnnouncedEndpoint {
  readonly port: number
  /** An address other than a loopback one; `null` if the machine has none, which leaves the Service without endpoints. */
  readonly address: string | null
}

const metadata = { name: apiServerServiceName, namespace: 'default' }
const inDefault = (group: string, resource: string): string => `${group}/namespaces/default/${resource}`

/** The Service of the API server, with its Endpoints and EndpointSlice. */
const serviceObjects = (
  clusterIP: string,
  { port, address }: AnnouncedEndpoint,
): readonly (readonly [path: string, object: ApiObject])[] => [
  [
    inDefault('/api/v1', 'services'),
    {
      metadata: { ...metadata, labels: { component: 'apiserver', provider: apiServerServiceName } },
      spec: {
        clusterIP,
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: port }],
        type: 'ClusterIP',
        sessionAffinity: 'None',
      },
    },
  ],
  ...(address === null ? [] : endpointsAt(address, port)),
]

const endpointsAt = (address: string, port: number): readonly (readonly [path: string, object: ApiObject])[] => [
  [
    inDefault('/api/v1', 'endpoints'),
    {
      metadata: { ...metadata, labels: { 'endpointslice.orch.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: address }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
    },
  ],
  [
    inDefault('/apis/discovery.orch.io/v1', 'endpointslices'),
    {
      metadata: { ...metadata, labels: { 'orch.io/service-name': apiServerServiceName } },
      addressType: address.includes(':') ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: 'https', port, protocol: 'TCP' }],
    },
  ],
]

/**
 * Creates or updates the Service `default/orch` and its endpoints; objects that are up to date are not written. [SVC15]
 * @throws Error when the server refuses
 */
export async function announce(fetcher: typeof fetch, announced: AnnouncedEndpoint): Promise<void> {
  const clusterIP = await ownClusterIp(fetcher)
  for (const [path, object] of serviceObjects(clusterIP, announced)) {
    // One after the other: endpoints have no meaning without their Service.
    const answer = await write(fetcher, path, object)
    if (!answer.ok) throw new Error(`${path}/${apiServerServiceName}: ${await answer.text()}`)
  }
}

async function write(fetcher: typeof fetch, path: string, object: ApiObject): Promise<Response> {
  const patch = (): Promise<Response> =>
    fetcher(`${path}/${apiServerServiceName}`, send('PATCH', 'application/merge-patch+json', object))
  const patched = await patch()
  if (patched.status !== 404) return patched
  const created = await fetcher(path, send('POST', 'application/json', object))
  // Another host of the same store may have created it meanwhile. [ETC3]
  const again = created.ok ? created : await patch()
  return again.status === 404 ? created : again
}

/** The first address of the network with which the server was started. */
async function ownClusterIp(fetcher: typeof fetch): Promise<string> {
  const answer = await fetcher(`/apis/networking.orch.io/v1/servicecidrs/${defaultNetworkName}`)
  const found: unknown = await answer.json()
  const cidrs = answer.ok && isObject(found as Json) ? [found as ApiObject] : []
  const [network] = networksOf(cidrs)
  return ownAddressIn(network)
}

const send = (method: string, type: string, body: Json): RequestInit => ({
  method,
  headers: { 'content-type': type, 'user-agent': 'kube-apiserver' },
  body: JSON.stringify(body),
})
