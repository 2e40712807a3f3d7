import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { discoveryV1 } from '#server/kinds/schemas/discovery-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { strategy } from './strategy.ts'

/** discovery.orch.io/v1 EndpointSlice. [EPS1] */
export const endpointslices: ResourceDefinition = {
  group: 'discovery.orch.io',
  version: 'v1',
  resource: 'endpointslices',
  singular: 'endpointslice',
  kind: 'EndpointSlice',
  namespaced: true,
  verbs: storedVerbs,
  schema: discoveryV1.schema('EndpointSlice'),
  strategy,
  columns,
}
