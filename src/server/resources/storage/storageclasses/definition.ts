import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import { strategy } from './strategy.ts'

const isDefault = ({ metadata: { annotations } }: ApiObject): boolean =>
  annotations?.['storageclass.orch.io/is-default-class'] === 'true' ||
  annotations?.['storageclass.beta.orch.io/is-default-class'] === 'true'

/** storage.orch.io/v1 StorageClass: how volumes are provisioned. [SCL1] */
export const storageclasses: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'storageclasses',
  singular: 'storageclass',
  kind: 'StorageClass',
  namespaced: false,
  shortNames: ['sc'],
  verbs: storedVerbs,
  schema: storageV1.schema('StorageClass'),
  strategy,
  returnsDeletedObject: true,
  columns: [
    {
      ...nameColumn,
      /** The name of the default class has a marker. [SCL4] */
      cell: (object) => `${object.metadata.name ?? ''}${isDefault(object) ? ' (default)' : ''}`,
    },
    kindColumn<StorageClass>('Provisioner', 'The name of the provisioner.', ({ provisioner }) => provisioner ?? ''),
    kindColumn<StorageClass>(
      'ReclaimPolicy',
      'The handling of a volume after its claim is deleted.',
      ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
    ),
    kindColumn<StorageClass>(
      'VolumeBindingMode',
      'Immediate or WaitForFirstConsumer.',
      ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate',
    ),
    kindColumn<StorageClass>(
      'AllowVolumeExpansion',
      'True if volumes may be expanded.',
      ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
    ),
    ageColumn,
  ],
}
