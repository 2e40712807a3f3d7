import type { PersistentVolumeClaimSpec, ProjectedVolumeSource, Volume } from '#server/kinds/types/core-v1.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import { volumeTypes } from './volume-types.ts'
import { fillAbsent, fillEmpty } from '#server/resources/parts/pod-spec/fill-in.ts'

const readAll = 0o644
const tokenSeconds = 3600

/** Sets the defaults of one volume; a volume without a source becomes an emptyDir. [POD4] */
export function defaultVolume(volume: Volume): void {
  if (!volumeTypes.some((type) => volume[type] !== undefined && volume[type] !== null)) volume.emptyDir = {}
  fillAbsent(volume.hostPath, { type: '' })
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    fillAbsent(source, { defaultMode: readAll })
  }
  for (const file of volume.downwardAPI?.items ?? []) fillEmpty(file.fieldRef, fieldRefDefaults)
  if (volume.projected) defaultProjections(volume.projected)
  defaultClaim(volume.ephemeral?.volumeClaimTemplate?.spec)
  defaultNetworkDisks(volume)
}

function defaultClaim(claim: PersistentVolumeClaimSpec | undefined): void {
  if (claim === undefined) return
  fillAbsent(claim, { volumeMode: 'Filesystem' })
  const { limits, requests } = claim.resources ?? {}
  for (const amounts of [limits, requests]) roundAmounts(amounts)
}

const fieldRefDefaults = { apiVersion: 'v1' }

function defaultProjections(projected: ProjectedVolumeSource): void {
  for (const source of projected.sources ?? []) {
    fillAbsent(source.serviceAccountToken, { expirationSeconds: tokenSeconds })
    for (const file of source.downwardAPI?.items ?? []) fillEmpty(file.fieldRef, fieldRefDefaults)
  }
}

function defaultNetworkDisks({ iscsi, rbd, azureDisk, scaleIO }: Volume): void {
  fillEmpty(iscsi, { iscsiInterface: 'default' })
  fillEmpty(rbd, { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' })
  fillAbsent(azureDisk, { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false })
  fillEmpty(scaleIO, { storageMode: 'ThinProvisioned', fsType: 'xfs' })
}
