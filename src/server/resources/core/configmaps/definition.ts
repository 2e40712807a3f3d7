import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ConfigMap } from '#server/kinds/types/core-v1.ts'
import { strategy } from './strategy.ts'

const countKeys = (map: object | undefined): number => Object.keys(map ?? {}).length

/** core/v1 ConfigMap. [CM1] */
export const configmaps: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  singular: 'configmap',
  kind: 'ConfigMap',
  namespaced: true,
  shortNames: ['cm'],
  verbs: storedVerbs,
  schema: coreV1.schema('ConfigMap'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<ConfigMap>(
      'Data',
      'The number of keys in data and binaryData.',
      ({ data, binaryData }) => countKeys(data) + countKeys(binaryData),
    ),
    ageColumn,
  ],
}
