import { formatTime } from '#api/time.ts'
import type { PersistentVolume, PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'

const bindCompleted = 'pv.orch.io/bind-completed'
const boundByController = 'pv.orch.io/bound-by-controller'

export const isBindCompleted = ({ metadata }: PersistentVolumeClaim): boolean =>
  metadata.annotations?.[bindCompleted] !== undefined

const pathOfVolume = ({ metadata }: PersistentVolume): string =>
  pathOf('/api/v1', 'persistentvolumes', '', metadata.name)

const pathOfClaim = ({ metadata }: PersistentVolumeClaim): string =>
  pathOf('/api/v1', 'persistentvolumeclaims', metadata.namespace, metadata.name)

export async function setVolumePhase(
  { client, clock }: Loop,
  volume: PersistentVolume,
  phase: string,
  message?: string,
): Promise<PersistentVolume> {
  if (volume.status?.phase === phase) return volume
  const status = { ...volume.status, phase, message, lastPhaseTransitionTime: formatTime(clock.now()) }
  return (await client.update(`${pathOfVolume(volume)}/status`, { ...volume, status })) as PersistentVolume
}

export async function setClaimPhase({ client }: Loop, claim: PersistentVolumeClaim, phase: string): Promise<void> {
  if (claim.status?.phase === phase) return
  await client.update(`${pathOfClaim(claim)}/status`, { ...claim, status: { phase } })
}

/** Writes the binding in four steps, each unless it is done: the volume, its phase, the claim, its phase. [LC71] */
export async function bind(loop: Loop, volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
  const reserved = await reserve(loop, volume, claim)
  const bound = await setVolumePhase(loop, reserved, 'Bound')
  const named = await nameVolume(loop, bound, claim)
  const { capacity, accessModes } = bound.spec ?? {}
  if (named.status?.phase === 'Bound') return
  const status = { ...named.status, phase: 'Bound', accessModes, capacity }
  await loop.client.update(`${pathOfClaim(claim)}/status`, { ...named, status })
}

/** Frees a volume whose claim is bound to another one; a reservation by the user for the name remains. */
export async function unbind({ client }: Loop, volume: PersistentVolume): Promise<PersistentVolume> {
  const { [boundByController]: mark, ...annotations } = volume.metadata.annotations ?? {}
  const { uid: _uid, ...reservation } = volume.spec?.claimRef ?? {}
  const claimRef = mark === undefined ? reservation : undefined
  return (await client.update(pathOfVolume(volume), {
    ...volume,
    metadata: { ...volume.metadata, annotations },
    spec: { ...volume.spec, claimRef },
  })) as PersistentVolume
}

async function reserve(
  { client }: Loop,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<PersistentVolume> {
  const { namespace, name, uid, resourceVersion } = claim.metadata
  const ref = volume.spec?.claimRef
  if (ref?.uid === uid) return volume
  const mark = ref === undefined ? { [boundByController]: 'yes' } : {}
  return (await client.update(pathOfVolume(volume), {
    ...volume,
    metadata: { ...volume.metadata, annotations: { ...volume.metadata.annotations, ...mark } },
    spec: {
      ...volume.spec,
      claimRef: { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion },
    },
  })) as PersistentVolume
}

async function nameVolume(
  { client }: Loop,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<PersistentVolumeClaim> {
  const isNamed = claim.spec?.volumeName === volume.metadata.name
  if (isNamed && isBindCompleted(claim)) return claim
  const mark = isNamed ? {} : { [boundByController]: 'yes' }
  return (await client.update(pathOfClaim(claim), {
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...claim.metadata.annotations, [bindCompleted]: 'yes', ...mark } },
    spec: { ...claim.spec, volumeName: volume.metadata.name },
  })) as PersistentVolumeClaim
}
