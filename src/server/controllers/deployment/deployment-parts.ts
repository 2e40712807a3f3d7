import type { ApiObject } from '#api/object-meta.ts'
import type { Deployment, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { ObjectOf } from '#server/controllers/shared/events.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { controllerOf, type KindOfOwner, pathOf } from '#server/controllers/shared/owners.ts'
import { hasEnded } from '#server/controllers/shared/pods.ts'

export const deploymentKind: KindOfOwner = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  root: '/apis/apps/v1',
  resource: 'deployments',
}

/** One reconciliation of one Deployment. */
export interface Rollout {
  readonly loop: Loop
  readonly deployment: Deployment
  /** The deployment's ReplicaSets, and its pods. */
  readonly sets: readonly ReplicaSet[]
  readonly pods: readonly Pod[]
}

export const replicaSetPath = ({ metadata }: ApiObject): string =>
  pathOf('/apis/apps/v1', 'replicasets', metadata.namespace, metadata.name)

export const aboutDeployment = (object: Deployment): ObjectOf => ({ ...deploymentKind, object })

/** True if pods of other sets than the new one still run, by the pods or by the status of their sets. */
export const oldPodsRun = ({ sets, pods }: Rollout, newSet: ReplicaSet | null): boolean =>
  sets.some(({ metadata, status }) => metadata.uid !== newSet?.metadata.uid && (status?.replicas ?? 0) > 0) ||
  pods.some((pod) => controllerOf(pod)?.uid !== newSet?.metadata.uid && !hasEnded(pod))
