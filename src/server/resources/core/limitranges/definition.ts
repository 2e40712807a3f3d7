import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { createdAtColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import { strategy } from './strategy.ts'

/** core/v1 LimitRange. [LR1] */
export const limitranges: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'limitranges',
  singular: 'limitrange',
  kind: 'LimitRange',
  namespaced: true,
  shortNames: ['limits'],
  verbs: storedVerbs,
  schema: coreV1.schema('LimitRange'),
  strategy,
  columns: [nameColumn, createdAtColumn],
}
