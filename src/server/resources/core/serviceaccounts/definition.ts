import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ServiceAccount } from '#server/kinds/types/core-v1.ts'
import { strategy } from './strategy.ts'
import { token } from './token.ts'

/** core/v1 ServiceAccount. [SA1] */
export const serviceaccounts: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'serviceaccounts',
  singular: 'serviceaccount',
  kind: 'ServiceAccount',
  namespaced: true,
  shortNames: ['sa'],
  verbs: storedVerbs,
  schema: coreV1.schema('ServiceAccount'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<ServiceAccount>('Secrets', 'The number of secrets.', ({ secrets = [] }) => secrets.length),
    ageColumn,
  ],
  subresources: [token],
  returnsDeletedObject: true,
}
