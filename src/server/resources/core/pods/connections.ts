import { badRequest } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceVerb } from '#server/registry/resource-definition.ts'
import type { FindStored, TextSubresource } from '#server/registry/subresource.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { proxiedName } from '#server/resources/parts/proxied-name.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { failToReachKubelet } from './kubelet.ts'
import { checkContainer } from './log.ts'

const verbs: readonly ResourceVerb[] = ['create', 'get']

/**
 * Connections to a running container. No kubelet runs, so each request is refused as for an unscheduled pod. [POD64]
 */
function connection(name: string, kind: string, needsContainer: boolean): TextSubresource {
  return {
    type: 'text',
    name,
    verbs,
    kind,
    schema: coreV1.schema(kind),
    read(parent: ApiObject, query: URLSearchParams, find: FindStored): string | Promise<string> {
      const pod = parent as Pod
      if (needsContainer) checkContainer(pod, query.get('container') ?? '')
      if (!pod.spec?.nodeName) throw badRequest(`pod ${pod.metadata.name ?? ''} does not have a host assigned`)
      return failToReachKubelet(pod, find)
    },
  }
}

export const attach: TextSubresource = connection('attach', 'PodAttachOptions', true)
export const exec: TextSubresource = connection('exec', 'PodExecOptions', true)
export const portforward: TextSubresource = connection('portforward', 'PodPortForwardOptions', false)

/** No pod has an address, so none can be reached. */
export const proxy: TextSubresource = {
  type: 'text',
  name: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  kind: 'PodProxyOptions',
  schema: coreV1.schema('PodProxyOptions'),
  takesPath: true,
  parentName: proxiedName('pod'),
  read(): string {
    throw badRequest('address not allowed')
  },
}
