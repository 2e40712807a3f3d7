import { compareQuantities, parseQuantity } from '#api/quantity.ts'
import { selects } from '#api/selectors/label-selector-object.ts'
import type { PersistentVolume, PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'

/** Reports whether a volume is reserved for a claim, by name and, if it says so, by uid. */
export function isFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const ref = spec?.claimRef
  if (ref === undefined || ref.name !== metadata.name || ref.namespace !== metadata.namespace) return false
  return (ref.uid ?? '') === '' || ref.uid === metadata.uid
}

const sizeOf = ({ spec }: PersistentVolume): ReturnType<typeof parseQuantity> =>
  parseQuantity(spec?.capacity?.['storage'] ?? '0')

const modeOf = (spec: PersistentVolume['spec'] | PersistentVolumeClaim['spec']): string =>
  spec?.volumeMode ?? 'Filesystem'

const classOf = ({ spec }: PersistentVolume | PersistentVolumeClaim): string => spec?.storageClassName ?? ''

const isLargeEnough = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean =>
  compareQuantities(sizeOf(volume), parseQuantity(spec?.resources?.requests?.['storage'] ?? '0')) >= 0

const hasModes = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean => {
  const { accessModes = [] } = volume.spec ?? {}
  return modeOf(volume.spec) === modeOf(spec) && (spec?.accessModes ?? []).every((mode) => accessModes.includes(mode))
}

const isSelected = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean =>
  spec?.selector === undefined || selects(spec.selector, volume.metadata.labels)

const fits = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  !isTerminating(volume) &&
  classOf(volume) === classOf(claim) &&
  isLargeEnough(volume, claim) &&
  hasModes(volume, claim) &&
  isSelected(volume, claim)

/** The volume for a claim: one that is reserved for it, or the smallest free one that is large enough. [LC70] */
export function bestVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
): PersistentVolume | null {
  const reserved = volumes.find((volume) => isFor(volume, claim))
  if (reserved !== undefined) return reserved
  const free = volumes.filter((volume) => volume.spec?.claimRef === undefined && fits(volume, claim))
  return (
    free
      .filter(({ status }) => status?.phase === 'Available')
      .toSorted((a, b) => compareQuantities(sizeOf(a), sizeOf(b)))[0] ?? null
  )
}
