import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { binding } from './binding.ts'
import { columns, rowConditions } from './columns.ts'
import { attach, exec, portforward, proxy } from './connections.ts'
import { ephemeralContainersStrategy } from './ephemeral-containers-strategy.ts'
import { eviction } from './eviction.ts'
import { log } from './log.ts'
import { resizeStrategy } from './resize-strategy.ts'
import { statusStrategy } from './status-strategy.ts'
import { strategy } from './strategy.ts'

const field =
  (read: (pod: Pod) => string | undefined) =>
  (object: ApiObject): string =>
    read(object as Pod) ?? ''

/** core/v1 Pod. [POD1] */
export const pods: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'pods',
  singular: 'pod',
  kind: 'Pod',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: coreV1.schema('Pod'),
  strategy,
  subresources: [
    attach,
    binding,
    { type: 'view', name: 'ephemeralcontainers', verbs: viewVerbs, strategy: ephemeralContainersStrategy },
    eviction,
    exec,
    log,
    portforward,
    proxy,
    { type: 'view', name: 'resize', verbs: viewVerbs, strategy: resizeStrategy },
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns,
  rowConditions,
  selectableFields: {
    'spec.nodeName': field(({ spec }) => spec?.nodeName),
    // The name of the field in the first versions of the API.
    'spec.host': field(({ spec }) => spec?.nodeName),
    'spec.restartPolicy': field(({ spec }) => spec?.restartPolicy),
    'spec.schedulerName': field(({ spec }) => spec?.schedulerName),
    'spec.serviceAccountName': field(({ spec }) => spec?.serviceAccountName),
    'spec.hostNetwork': field(({ spec }) => String(spec?.hostNetwork ?? false)),
    'status.phase': field(({ status }) => status?.phase),
    'status.podIP': field(({ status }) => status?.podIP),
    // The reference registers the label without a value.
    'status.podIPs': () => '',
    'status.nominatedNodeName': field(({ status }) => status?.nominatedNodeName),
  },
  returnsDeletedObject: true,
}
