import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coordinationV1 } from '#server/kinds/schemas/coordination-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Lease } from '#server/kinds/types/coordination-v1.ts'
import { strategy } from './strategy.ts'

/** coordination.orch.io/v1 Lease: a lock for leader election, or a heartbeat of a node. [LE1] */
export const leases: ResourceDefinition = {
  group: 'coordination.orch.io',
  version: 'v1',
  resource: 'leases',
  singular: 'lease',
  kind: 'Lease',
  namespaced: true,
  verbs: storedVerbs,
  schema: coordinationV1.schema('Lease'),
  strategy,
  columns: [
    nameColumn,
    /** [LE4] */
    kindColumn<Lease>('Holder', 'The identity of the holder.', ({ spec }) => spec?.holderIdentity ?? ''),
    ageColumn,
  ],
}
