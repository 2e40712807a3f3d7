import type { PersistentVolume } from '#server/kinds/types/core-v1.ts'

/** True if a provisioner outside made the volume: it deletes the volume, too. */
export const isOfProvisioner = ({ metadata }: Pick<PersistentVolume, 'metadata'>): boolean =>
  metadata.annotations?.['pv.orch.io/provisioned-by'] !== undefined

/** Says why the content of a released volume cannot be deleted; null if it can. [LC72] */
export function whyUndeletable({ metadata, spec }: PersistentVolume): string | null {
  const { hostPath } = spec ?? {}
  const { path = '' } = hostPath ?? {}
  if (hostPath === undefined)
    return `error getting deleter volume plugin for volume "${metadata.name ?? ''}": no deletable volume plugin matched`
  return /^\/tmp\/.+$/.test(path) ? null : `host_path deleter only supports /tmp/.+ but received provided ${path}`
}
