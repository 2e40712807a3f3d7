import type { ControllerRevision, StatefulSet } from '#server/kinds/types/apps-v1.ts'
import type { PersistentVolumeClaim, Pod } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import type { KindOfOwner } from '#server/controllers/shared/owners.ts'

export const setKind: KindOfOwner = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  root: '/apis/apps/v1',
  resource: 'statefulsets',
}

/** One reconciliation of a StatefulSet. */
export interface SetRun {
  readonly loop: Loop
  readonly set: StatefulSet
  readonly pods: readonly Pod[]
  readonly claims: Informer<PersistentVolumeClaim>
  /** The revision to which pods below the partition belong, and the one that is rolled out. */
  readonly current: ControllerRevision
  readonly update: ControllerRevision
}

export const revisionOf = ({ metadata }: Pod): string => metadata.labels?.['controller-revision-hash'] ?? ''
