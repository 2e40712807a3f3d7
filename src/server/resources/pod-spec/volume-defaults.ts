import type { ObjectFieldSelector, ProjectedVolumeSource, Volume } from '../types/core-v1.ts'
import { volumeTypes } from './volume-types.ts'
import { defaultPullPolicy } from './image-reference.ts'

const readAll = 0o644
const tokenSeconds = 3600

/** Defaults of one volume; without any type it is an empty directory. [POD4] */
export function defaultVolume(volume: Volume): void {
  if (!volumeTypes.some((type) => volume[type] !== undefined && volume[type] !== null)) volume.emptyDir = {}
  if (volume.hostPath) volume.hostPath.type ??= ''
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source) source.defaultMode ??= readAll
  }
  for (const file of volume.downwardAPI?.items ?? []) defaultFieldRef(file.fieldRef)
  if (volume.projected) defaultProjections(volume.projected)
  if (volume.image) volume.image.pullPolicy ||= defaultPullPolicy(volume.image.reference ?? '')
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec
  if (claim) claim.volumeMode ??= 'Filesystem'
  defaultNetworkDisks(volume)
}

export function defaultFieldRef(ref: ObjectFieldSelector | undefined): void {
  if (ref) ref.apiVersion ||= 'v1'
}

function defaultProjections(projected: ProjectedVolumeSource): void {
  for (const source of projected.sources ?? []) {
    if (source.serviceAccountToken) source.serviceAccountToken.expirationSeconds ??= tokenSeconds
    for (const file of source.downwardAPI?.items ?? []) defaultFieldRef(file.fieldRef)
  }
}

function defaultNetworkDisks(volume: Volume): void {
  if (volume.iscsi) volume.iscsi.iscsiInterface ||= 'default'
  if (volume.rbd) {
    volume.rbd.pool ||= 'rbd'
    volume.rbd.user ||= 'admin'
    volume.rbd.keyring ||= '/etc/ceph/keyring'
  }
  if (volume.azureDisk) {
    volume.azureDisk.cachingMode ??= 'ReadWrite'
    volume.azureDisk.kind ??= 'Shared'
    volume.azureDisk.fsType ??= 'ext4'
    volume.azureDisk.readOnly ??= false
  }
  if (volume.scaleIO) {
    volume.scaleIO.storageMode ||= 'ThinProvisioned'
    volume.scaleIO.fsType ||= 'xfs'
  }
}
