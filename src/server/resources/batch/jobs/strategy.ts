import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import type { Job, JobSpec } from '#server/kinds/types/batch-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { workloadWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { defaultJob } from './defaults.ts'
import { generateSelector, takeTemplateLabels } from './selector.ts'
import { validateJobStatus } from './status-validation.ts'
import { validateJob, validateJobUpdate } from './validation.ts'

const manyCompletions = 100_000
const manyAtOnce = 10_000

function sizeWarnings({ completionMode, completions = 0, parallelism = 0 }: JobSpec): readonly string[] {
  if (completionMode !== 'Indexed' || completions <= manyCompletions || parallelism <= manyAtOnce) return []
  return [
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Orch might not be able to track completedIndexes when a big number of indexes fail',
  ]
}

/** A DELETE orphans the pods unless the request specifies another propagation policy. [JOB9] */
export const strategy: Strategy<Job> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'whole',
  default: defaultJob,
  prepareForCreate(next) {
    generateSelector(next)
    next.status = {}
    next.metadata.generation = 1
    dropFromTemplate(next.spec?.template)
  },
  validate: (next) => validateJob(next),
  // The reference runs defaulting again when it decodes the stored object.
  canonicalize: takeTemplateLabels,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.template)
    countChange('batch.v1.JobSpec', next, live)
  },
  validateUpdate: validateJobUpdate,
  warnings: (next, live) => [
    ...workloadWarnings(next, live, { template: next.spec?.template }),
    ...sizeWarnings(next.spec ?? {}),
  ],
  defaultPropagation: 'orphan',
  propagationWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
}

export const statusStrategy: Strategy<Job> = {
  ...strategy,
  metadataOnUpdate: 'changes',
  prepareForUpdate: keepSpec,
  validateUpdate: validateJobStatus,
  warnings: () => [],
}
