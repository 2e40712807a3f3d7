import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { fillAbsent } from '#server/resources/parts/pod-spec/fill-in.ts'
import type { Job, JobSpec } from '#server/kinds/types/batch-v1.ts'
import { takeTemplateLabels } from './selector.ts'

const int32Max = 2_147_483_647
const backoffLimit = 6

/** [JOB8] */
export function defaultJob(next: Job): void {
  const spec = (next.spec ??= {})
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
  fillAbsent(spec, {
    parallelism: 1,
    backoffLimit: spec.backoffLimitPerIndex === undefined ? backoffLimit : int32Max,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed',
  })
  defaultFailurePolicy(spec)
  defaultPodTemplate((spec.template ??= {}))
  takeTemplateLabels(next)
}

/** The status of a pod condition pattern defaults to True. [JOB8] */
export function defaultFailurePolicy({ podFailurePolicy }: JobSpec): void {
  for (const rule of podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
  }
}
