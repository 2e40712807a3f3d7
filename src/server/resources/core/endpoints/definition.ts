import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Endpoints } from '#server/kinds/types/core-v1.ts'
import { endpointsText } from './columns.ts'
import { strategy } from './strategy.ts'

/** core/v1 Endpoints. [EP1] */
export const endpoints: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'endpoints',
  shownKey: 'services/endpoints',
  singular: 'endpoints',
  kind: 'Endpoints',
  namespaced: true,
  shortNames: ['ep'],
  verbs: storedVerbs,
  schema: coreV1.schema('Endpoints'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<Endpoints>('Endpoints', 'The first ready addresses with their ports.', endpointsText),
    ageColumn,
  ],
  deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.orch.io/v1 EndpointSlice',
}
