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
  kindColumn<PersistentVolume>('Capacity', 'Its size.', ({ spec }) => own(spec?.capacity, 'storage') ?? '0'),
  kindColumn<PersistentVolume>('Access Modes', 'How it can be mounted.', ({ spec }) =>
    accessModesText(spec?.accessModes),
  ),
  kindColumn<PersistentVolume>(
    'Reclaim Policy',
    'What becomes of it when its claim is gone.',
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  ),
  kindColumn<PersistentVolume>('Status', 'Where it stands in its life.', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  kindColumn<PersistentVolume>('Claim', 'Who holds it.', claimText),
  kindColumn<PersistentVolume>('StorageClass', 'Its class.', ({ metadata, spec }) =>
    storageClassText(metadata, spec?.storageClassName),
  ),
  kindColumn<PersistentVolume>(
    'VolumeAttributesClass',
    'Its class of attributes.',
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  kindColumn<PersistentVolume>('Reason', 'Why it is in this state.', ({ status }) => status?.reason ?? ''),
  ageColumn,
  kindColumn<PersistentVolume>('VolumeMode', 'Filesystem or Block.', ({ spec }) => spec?.volumeMode ?? unset, {
    priority: 1,
  }),
]
