import { dns1123SubdomainName } from '#api/names.ts'
import { formatTime } from '#api/time.ts'
import type { Strategy, StrategyContext } from '#server/registry/strategy.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import type { PersistentVolume } from '#server/kinds/types/core-v1.ts'
import { validateMetadataAgain } from '#server/resources/parts/validate-again.ts'
import { validateVolumeStatus, validateVolumeUpdate } from './validation-update.ts'
import { validateVolume } from './validation.ts'
import { warnOfVolume } from './warnings.ts'

function defaultVolume(next: PersistentVolume): void {
  const spec = (next.spec ??= {})
  roundAmounts(spec.capacity)
  if ((spec.persistentVolumeReclaimPolicy ?? '') === '') spec.persistentVolumeReclaimPolicy = 'Retain'
  spec.volumeMode ??= 'Filesystem'
  if (spec.hostPath !== undefined) spec.hostPath.type ??= ''
  if (spec.azureDisk !== undefined) spec.azureDisk.readOnly ??= false
  next.status = { phase: 'Pending', ...next.status }
}

/** Sets the transition time of a phase change if the client did not, and keeps it while the phase stays. [PV3] */
function stampPhase(next: PersistentVolume, live: PersistentVolume, { nowMs }: StrategyContext): void {
  const { phase, lastPhaseTransitionTime: time } = next.status ?? {}
  const before = live.status?.lastPhaseTransitionTime
  const stays = phase === live.status?.phase
  if (time !== undefined && (stays || time !== before)) return
  const kept = stays ? before : formatTime(nowMs)
  if (kept !== undefined) next.status = { ...next.status, lastPhaseTransitionTime: kept }
}

const shared = { default: defaultVolume, validateName: dns1123SubdomainName, validate: validateVolume }

const metadataRules = { namespaced: false, validateName: dns1123SubdomainName }

export const strategy: Strategy<PersistentVolume> = {
  ...shared,
  metadataOnUpdate: 'own',
  prepareForCreate(next, { nowMs }) {
    next.status = { phase: 'Pending', lastPhaseTransitionTime: formatTime(nowMs) }
  },
  prepareForUpdate(next, live) {
    next.status = live.status
  },
  /** The reference validates the whole volume twice, so that clients see each cause twice. [WR16] */
  validateUpdate: (next, live) => [
    ...validateMetadataAgain(next, metadataRules),
    ...validateVolume(next),
    ...validateMetadataAgain(next, metadataRules),
    ...validateVolumeUpdate(next, live),
  ],
  warnings: warnOfVolume,
}

export const statusStrategy: Strategy<PersistentVolume> = {
  ...shared,
  prepareForUpdate(next, live, context) {
    next.spec = live.spec
    stampPhase(next, live, context)
  },
  validateUpdate: validateVolumeStatus,
}
