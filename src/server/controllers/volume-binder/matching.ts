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

const isOfMode = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean =>
  modeOf(volume.spec) === modeOf(spec)

const hasModes = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean =>
  (spec?.accessModes ?? []).every((mode) => volume.spec?.accessModes?.includes(mode))

const isSelected = (volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean =>
  spec?.selector === undefined || selects(spec.selector, volume.metadata.labels)

/** Reports whether a volume can hold what a claim asks for, whatever its class. */
const serves = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  !isTerminating(volume) && isLargeEnough(volume, claim) && isOfMode(volume, claim) && hasModes(volume, claim)

const fits = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  serves(volume, claim) && classOf(volume) === classOf(claim) && isSelected(volume, claim)

const modesOf = ({ spec }: PersistentVolume): number => spec?.accessModes?.length ?? 0

/** Says why a claim that names this volume cannot have it; null if it can. [LC70] */
export function whyUnfit(volume: PersistentVolume, claim: PersistentVolumeClaim): string | null {
  if (isTerminating(volume)) return `the volume is marked for deletion "${volume.metadata.name ?? ''}"`
  if (!isLargeEnough(volume, claim)) return 'requested PV is too small'
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match'
  if (!isOfMode(volume, claim)) return 'incompatible volumeMode'
  return hasModes(volume, claim) ? null : 'incompatible accessMode'
}

/**
 * The volume for a claim: one that is reserved for it, or of the free ones with the fewest further access modes the
 * smallest that is large enough. [LC70]
 */
export function bestVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
): PersistentVolume | null {
  const reserved = volumes.find((volume) => isFor(volume, claim) && serves(volume, claim))
  if (reserved !== undefined) return reserved
  const free = volumes.filter((volume) => volume.spec?.claimRef === undefined && fits(volume, claim))
  return (
    free
      .filter(({ status }) => status?.phase === 'Available')
      .toSorted((a, b) => modesOf(a) - modesOf(b) || compareQuantities(sizeOf(a), sizeOf(b)))[0] ?? null
  )
}
