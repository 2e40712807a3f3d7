import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { networkingV1 } from '#server/kinds/schemas/networking-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** networking.orch.io/v1 Ingress: routes hosts and paths to services. [ING1] */
export const ingresses: ResourceDefinition = {
  group: 'networking.orch.io',
  version: 'v1',
  resource: 'ingresses',
  shownKey: 'ingress',
  singular: 'ingress',
  kind: 'Ingress',
  namespaced: true,
  shortNames: ['ing'],
  verbs: storedVerbs,
  schema: networkingV1.schema('Ingress'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
}
