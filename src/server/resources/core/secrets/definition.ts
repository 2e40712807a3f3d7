import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Secret } from '#server/kinds/types/core-v1.ts'
import { strategy } from './strategy.ts'

/** core/v1 Secret. [SEC1] */
export const secrets: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  singular: 'secret',
  kind: 'Secret',
  namespaced: true,
  verbs: storedVerbs,
  schema: coreV1.schema('Secret'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<Secret>('Type', 'The type of the secret, which determines the required keys.', ({ type }) => type ?? ''),
    kindColumn<Secret>('Data', 'The number of keys.', ({ data }) => Object.keys(data ?? {}).length),
    ageColumn,
  ],
  selectableFields: { type: (object) => (object as Secret).type ?? '' },
}
