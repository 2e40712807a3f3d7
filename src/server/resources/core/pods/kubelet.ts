import { ApiError, badRequest, notFound } from '#api/api-error.ts'
import type { FindStored } from '#server/registry/subresource.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'

/** The order of preference among the address types of a node. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']

/**
 * Throws the error that a request to the kubelet ends in: the node does not exist, has no address, or does not respond,
 * since no kubelet runs; a simulated node says that it runs no containers. [POD69] [LC103]
 * @throws ApiError always
 */
export async function failToReachKubelet({ spec = {} }: Pod, find: FindStored): Promise<never> {
  const name = spec.nodeName ?? ''
  const node = (await find({ group: '', resource: 'nodes' }, '', name)) as Node | null
  if (node === null) throw notFound({ group: '', resource: 'nodes' }, name)
  if (node.status?.nodeInfo?.containerRuntimeVersion?.startsWith('sim://') === true)
    throw badRequest(`node ${name} is simulated: no containers run on it, so there is no log and nothing to connect to`)
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
