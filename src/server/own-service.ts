import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { ownAddress, ownName } from '#server/resources/core/services/own-service-address.ts'

/** Where clients in the cluster reach this server. */
export interface Announced {
  readonly port: number
  /** An address that is not of the loop-back; `null` where the machine has none: then the service has no endpoints. */
  readonly address: string | null
}

const metadata = { name: ownName, namespace: 'default' }
const inDefault = (group: string, resource: string): string => `${group}/namespaces/default/${resource}`

/** The service by which a cluster knows its own server, with its endpoints in both forms. */
const ownObjects = ({ port, address }: Announced): readonly (readonly [path: string, object: ApiObject])[] => [
  [
    inDefault('/api/v1', 'services'),
    {
      metadata: { ...metadata, labels: { component: 'apiserver', provider: ownName } },
      spec: {
        clusterIP: ownAddress,
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
      metadata: { ...metadata, labels: { 'orch.io/service-name': ownName } },
      addressType: address.includes(':') ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: 'https', port, protocol: 'TCP' }],
    },
  ],
]

/**
 * Makes the service `default/orch` and its endpoints, or brings them up to date: what is right already is not written. [SVC15]
 * @throws Error when the server refuses
 */
export async function announce(fetcher: typeof fetch, announced: Announced): Promise<void> {
  for (const [path, object] of ownObjects(announced)) {
    // In turn: endpoints without their service would say nothing.
    const mended = await fetcher(`${path}/${ownName}`, send('PATCH', 'application/merge-patch+json', object))
    const answer = mended.status === 404 ? await fetcher(path, send('POST', 'application/json', object)) : mended
    if (!answer.ok) throw new Error(`${path}/${ownName}: ${await answer.text()}`)
  }
}

const send = (method: string, type: string, body: Json): RequestInit => ({
  method,
  headers: { 'content-type': type, 'user-agent': 'kube-apiserver' },
  body: JSON.stringify(body),
})
