import type { PersistentVolumeClaimSpec } from '#server/kinds/types/core-v1.ts'

const usesSource = (spec: PersistentVolumeClaimSpec | undefined): boolean =>
  spec !== undefined && (spec.dataSource !== undefined || spec.dataSourceRef !== undefined)

/** Reports whether the source is of a kind that `dataSource` originally allowed: a claim or a snapshot. */
function isClaimOrSnapshot({ dataSource }: PersistentVolumeClaimSpec): boolean {
  const { apiGroup = '', kind } = dataSource ?? {}
  if (apiGroup === '') return kind === 'PersistentVolumeClaim'
  return apiGroup === 'snapshot.storage.orch.io' && kind === 'VolumeSnapshot'
}

/**
 * Drops a `dataSource` of a kind that the field never allowed, and copies `dataSource` and `dataSourceRef` to each
 * other. Drops a source in another namespace, whose feature gate is off. [PVC2]
 */
export function alignDataSources(spec: PersistentVolumeClaimSpec, live: PersistentVolumeClaimSpec | undefined): void {
  const namespace = spec.dataSourceRef?.namespace ?? ''
  if (namespace !== '' && live?.dataSourceRef === undefined) delete spec.dataSourceRef
  if (!usesSource(live) && spec.dataSourceRef === undefined && !isClaimOrSnapshot(spec)) delete spec.dataSource
  copyDataSource(spec)
}

function copyDataSource(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource !== undefined) {
    spec.dataSourceRef ??= { ...dataSource }
    return
  }
  if (dataSourceRef === undefined || (dataSourceRef.namespace ?? '') !== '') return
  const { apiGroup, kind, name } = dataSourceRef
  spec.dataSource = { ...(apiGroup === undefined ? {} : { apiGroup }), kind, name }
}
