import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TextSubresource } from '#server/registry/subresource.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { proxiedName } from '#server/resources/parts/proxied-name.ts'
import type { Node } from '#server/kinds/types/core-v1.ts'

/** No kubelet runs: no address of a node accepts connections. [POD66] */
export const proxy: TextSubresource = {
  type: 'text',
  name: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  kind: 'NodeProxyOptions',
  schema: coreV1.schema('NodeProxyOptions'),
  takesPath: true,
  parentName: proxiedName('node'),
  read(parent: ApiObject): string {
    const addresses = ((parent as Node).status?.addresses ?? []).map(({ type, address }) => `{${type} ${address}}`)
    const known = `[${addresses.join(' ')}]`
    throw new ApiError('InternalError', `no preferred addresses found; known addresses: ${known}`, { reasonText: '' })
  },
}
