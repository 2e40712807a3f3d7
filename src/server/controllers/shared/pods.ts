import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { parseTime } from '#api/time.ts'
import type { Pod, PodCondition, PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { type KindOfOwner, pathOf } from './owners.ts'

export const podsPath = '/api/v1/pods'

export const podKind: KindOfOwner = { apiVersion: 'v1', kind: 'Pod', root: '/api/v1', resource: 'pods' }

export const pathOfPod = ({ metadata }: ApiObject): string =>
  pathOf('/api/v1', 'pods', metadata.namespace, metadata.name)

export const conditionOf = (pod: Pod, type: string): PodCondition | undefined =>
  pod.status?.conditions?.find((each) => each.type === type)

export const isReady = (pod: Pod): boolean => conditionOf(pod, 'Ready')?.status === 'True'

export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

export const isTerminating = ({ metadata }: ApiObject): boolean => metadata.deletionTimestamp !== undefined

export const isActive = (pod: Pod): boolean => !hasEnded(pod) && !isTerminating(pod)

/** When a ready pod becomes available; `null` if it is not ready. */
export function availableAtMs(pod: Pod, minReadySeconds: number): number | null {
  const ready = conditionOf(pod, 'Ready')
  if (ready?.status !== 'True') return null
  if (minReadySeconds === 0) return 0
  return parseTime(ready.lastTransitionTime ?? '') + minReadySeconds * 1000
}

export function isAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  const at = availableAtMs(pod, minReadySeconds)
  return at !== null && at <= nowMs
}

/** A pod from the template of a workload, without a name. */
export function podFrom(template: PodTemplateSpec | undefined, metadata: JsonObject): JsonObject {
  const { labels, annotations, finalizers } = template?.metadata ?? {}
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...metadata,
    },
    spec: template?.spec ?? {},
  }
}
