import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import type { Node } from '#server/kinds/types/core-v1.ts'
import { columns } from './columns.ts'
import { proxy } from './proxy.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 Node. [NOD1] */
export const nodes: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'nodes',
  shownKey: 'minions',
  singular: 'node',
  kind: 'Node',
  namespaced: false,
  shortNames: ['no'],
  verbs: storedVerbs,
  schema: coreV1.schema('Node'),
  strategy,
  subresources: [proxy, { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
  selectableFields: { 'spec.unschedulable': (object) => String((object as Node).spec?.unschedulable ?? false) },
}
