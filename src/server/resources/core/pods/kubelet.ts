import { ApiError, notFound } from '#api/api-error.ts'
import type { FindStored } from '#server/registry/subresource.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'

/** In which order a node's addresses are tried. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']

/**
 * Why the kubelet of the pod's node can't be asked: the node is not there, has no address, or nobody answers at it, since nothing runs
 * behind this server. [POD69]
 * @throws ApiError always
 */
export async function askKubelet({ spec = {} }: Pod, find: FindStored): Promise<never> {
  const name = spec.nodeName ?? ''
  const node = (await find({ group: '', resource: 'nodes' }, '', name)) as Node | null
  if (node === null) throw notFound({ group: '', resource: 'nodes' }, name)
  const addresses = node.status?.addresses ?? []
  const chosen = preferred
    .map((type) => addresses.find((each) => each.type === type))
    .find((each) => each !== undefined)
  const known = addresses.map(({ type = '', address = '' }) => `{${type} ${address}}`).join(' ')
  const why =
    chosen === undefined
      ? `no preferred addresses found; known addresses: [${known}]`
      : `no kubelet answers at ${chosen.address}`
  throw new ApiError('InternalError', why, { reasonText: '' })
}
