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

function fits(volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean {
  if (modeOf(volume.spec) !== modeOf(spec) || isTerminating(volume)) return false
  if ((volume.spec?.storageClassName ?? '') !== (spec?.storageClassName ?? '')) return false
  const wanted = parseQuantity(spec?.resources?.requests?.['storage'] ?? '0')
  if (compareQuantities(sizeOf(volume), wanted) < 0) return false
  if (!(spec?.accessModes ?? []).every((mode) => (volume.spec?.accessModes ?? []).includes(mode))) return false
  return spec?.selector === undefined || selects(spec.selector, volume.metadata.labels)
}

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
