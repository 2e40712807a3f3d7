import { own } from '#api/json.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { accessModesText, storageClassText } from '#server/resources/parts/persistent-volumes/storage-texts.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'

const unset = '<unset>'
const hasVolume = ({ spec }: PersistentVolumeClaim): boolean => (spec?.volumeName ?? '') !== ''

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<PersistentVolumeClaim>('Status', 'The phase.', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  kindColumn<PersistentVolumeClaim>('Volume', 'The name of the bound volume.', ({ spec }) => spec?.volumeName ?? ''),
  kindColumn<PersistentVolumeClaim>('Capacity', 'The size of the bound volume.', (claim) =>
    hasVolume(claim) ? (own(claim.status?.capacity, 'storage') ?? '0') : '',
  ),
  kindColumn<PersistentVolumeClaim>('Access Modes', 'The access modes of the bound volume.', (claim) =>
    hasVolume(claim) ? accessModesText(claim.status?.accessModes) : '',
  ),
  kindColumn<PersistentVolumeClaim>('StorageClass', 'The requested storage class.', ({ metadata, spec }) =>
    storageClassText(metadata, spec?.storageClassName),
  ),
  kindColumn<PersistentVolumeClaim>(
    'VolumeAttributesClass',
    'The class of attributes it asks for.',
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  ageColumn,
  kindColumn<PersistentVolumeClaim>('VolumeMode', 'Filesystem or Block.', ({ spec }) => spec?.volumeMode ?? unset, {
    priority: 1,
  }),
]
