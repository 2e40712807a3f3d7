import type { Deployment, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { parseTime } from '#api/time.ts'
import { scaled } from '#server/controllers/shared/counts.ts'

export const annotations = {
  revision: 'deployment.orch.io/revision',
  history: 'deployment.orch.io/revision-history',
  desired: 'deployment.orch.io/desired-replicas',
  max: 'deployment.orch.io/max-replicas',
} as const

export const sizeOf = ({ spec }: ReplicaSet | Deployment): number => spec?.replicas ?? 0
export const availableOf = ({ status }: ReplicaSet): number => status?.availableReplicas ?? 0
export const isActiveSet = (set: ReplicaSet): boolean => sizeOf(set) > 0
export const sum = (sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number =>
  sets.reduce((total, set) => total + count(set), 0)

const isRolling = ({ spec }: Deployment): boolean => spec?.strategy?.type !== 'Recreate'

/** The limits of a rolling update, of which at least one is positive. */
function limitsOf(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge, maxUnavailable } = deployment.spec?.strategy?.rollingUpdate ?? {}
  const surge = scaled(maxSurge, sizeOf(deployment), 'up')
  const unavailable = scaled(maxUnavailable, sizeOf(deployment), 'down')
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable }
}

export const maxSurge = (deployment: Deployment): number => (isRolling(deployment) ? limitsOf(deployment).surge : 0)

export const maxUnavailable = (deployment: Deployment): number =>
  isRolling(deployment) && sizeOf(deployment) > 0 ? Math.min(limitsOf(deployment).unavailable, sizeOf(deployment)) : 0

const numberIn = (set: ReplicaSet, annotation: string): number | null => {
  const text = set.metadata.annotations?.[annotation]
  return text === undefined || !/^\d+$/.test(text) ? null : Number(text)
}

export const desiredOf = (set: ReplicaSet): number | null => numberIn(set, annotations.desired)
export const maxBefore = (set: ReplicaSet): number => numberIn(set, annotations.max) ?? 0
export const revisionOf = (set: ReplicaSet): number => numberIn(set, annotations.revision) ?? 0

/** Sets by age, the oldest first; equally old ones by name. */
export const byAge = (a: ReplicaSet, b: ReplicaSet): number => {
  const [at, other] = [a, b].map(({ metadata }) => parseTime(metadata.creationTimestamp ?? ''))
  return (at ?? 0) - (other ?? 0) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)
}

/** The size of the new set: as large as the limits allow while other sets have pods. [LC22] */
export function sizeOfNewSet(deployment: Deployment, sets: readonly ReplicaSet[], newSet: ReplicaSet): number {
  if (!isRolling(deployment)) return sizeOf(deployment)
  const room = sizeOf(deployment) + maxSurge(deployment) - sum(sets, sizeOf)
  if (room <= 0) return sizeOf(newSet)
  return sizeOf(newSet) + Math.min(room, sizeOf(deployment) - sizeOf(newSet))
}
