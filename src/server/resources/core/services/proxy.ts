import { notFound } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TextSubresource } from '#server/registry/subresource.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { proxiedName } from '#server/resources/parts/proxied-name.ts'

/** No controller here creates endpoints of services, so there are none to proxy to. [POD66] */
export const proxy: TextSubresource = {
  type: 'text',
  name: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  kind: 'ServiceProxyOptions',
  schema: coreV1.schema('ServiceProxyOptions'),
  takesPath: true,
  parentName: proxiedName('service'),
  read({ metadata }: ApiObject): string {
    throw notFound({ group: '', resource: 'services' }, metadata.name ?? '')
  },
}
