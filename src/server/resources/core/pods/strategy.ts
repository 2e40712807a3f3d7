import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { dropDisabledFields } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { defaultPod } from './pod-defaults.ts'
import { boundGracePeriod, preparePod } from './prepare-pod.ts'
import { validatePodUpdate } from './update-validation.ts'
import { validatePod } from './validation.ts'
import { nameWarnings, podWarnings } from '#server/resources/parts/pod-spec/warnings.ts'

/** Increments the generation when the spec changes semantically. [POD44] */
export function countGeneration(next: Pod, live: Pod): void {
  if (equalAs('core.v1.PodSpec', next.spec, live.spec)) return
  next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

/** Keeps the live status, which is written through its own subresource. */
export function keepStatus(next: Pod, live: Pod): void {
  if (live.status === undefined) delete next.status
  else next.status = live.status
}

/**
 * Returns the grace period of a DELETE in seconds: from the request or the spec; zero for an unscheduled or terminated
 * pod. [POD45]
 */
function gracePeriodSeconds({ spec = {}, status = {} }: Pod, asked: number | undefined): number {
  const hasEnded = status.phase === 'Failed' || status.phase === 'Succeeded'
  if (!spec.nodeName || hasEnded) return 0
  const period = asked ?? spec.terminationGracePeriodSeconds ?? 0
  return period < 0 ? 1 : period
}

export const strategy: Strategy<Pod> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'whole',
  default: defaultPod,
  prepareForCreate: preparePod,
  validate: validatePod,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropDisabledFields(next.spec)
    boundGracePeriod(next.spec)
    countGeneration(next, live)
  },
  validateUpdate: validatePodUpdate,
  warnings: (next, live) => [
    ...(live === null ? nameWarnings(next.metadata.name ?? '', "the Pod's hostname") : []),
    ...podWarnings(next.spec ?? {}, next.metadata),
  ],
  gracePeriodSeconds,
}
