import { own } from '#api/json.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PersistentVolume } from '#server/kinds/types/core-v1.ts'
import { accessModesText, storageClassText } from '#server/resources/parts/persistent-volumes/storage-texts.ts'

const unset = '<unset>'

const claimText = ({ spec }: PersistentVolume): string =>
  spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<PersistentVolume>(
    'Capacity',
    'The size of the volume.',
    ({ spec }) => own(spec?.capacity, 'storage') ?? '0',
  ),
  kindColumn<PersistentVolume>('Access Modes', 'The supported access modes.', ({ spec }) =>
    accessModesText(spec?.accessModes),
  ),
  kindColumn<PersistentVolume>(
    'Reclaim Policy',
    'The handling of the volume after its claim is deleted.',
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  ),
  kindColumn<PersistentVolume>('Status', 'The phase.', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  kindColumn<PersistentVolume>('Claim', 'The claim that the volume is bound to.', claimText),
  kindColumn<PersistentVolume>('StorageClass', 'The name of the storage class.', ({ metadata, spec }) =>
    storageClassText(metadata, spec?.storageClassName),
  ),
  kindColumn<PersistentVolume>(
    'VolumeAttributesClass',
    'The name of the volume attributes class.',
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  kindColumn<PersistentVolume>('Reason', 'The reason of the phase.', ({ status }) => status?.reason ?? ''),
  ageColumn,
  kindColumn<PersistentVolume>('VolumeMode', 'Filesystem or Block.', ({ spec }) => spec?.volumeMode ?? unset, {
    priority: 1,
  }),
]
