import { humanDuration } from '#api/human-duration.ts'
import { quoteGo } from '#go/quote.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { batchV1 } from '#server/kinds/schemas/batch-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Job } from '#server/kinds/types/batch-v1.ts'
import { containerColumns, selectorColumn } from '#server/resources/parts/workloads/columns.ts'
import { has } from './job-change.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** Returns the state of the job in one word. [JOB11] */
function progress({ metadata, status = {} }: Job): string {
  if (has(status, 'Complete')) return 'Complete'
  if (has(status, 'Failed')) return 'Failed'
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  const word = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find((type) => has(status, type))
  return word ?? 'Running'
}

function completions({ spec = {}, status = {} }: Job): string {
  const done = status.succeeded ?? 0
  if (spec.completions !== undefined) return `${done}/${spec.completions}`
  const parallelism = spec.parallelism ?? 0
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`
}

function duration({ status = {} }: Job, nowMs: number): string {
  if (!status.startTime) return ''
  const end = status.completionTime ? Date.parse(status.completionTime) : nowMs
  return humanDuration(end - Date.parse(status.startTime))
}

/** batch/v1 Job. [JOB1] */
export const jobs: ResourceDefinition = {
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  singular: 'job',
  kind: 'Job',
  namespaced: true,
  categories: ['all'],
  verbs: storedVerbs,
  schema: batchV1.schema('Job'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<Job>('Status', 'The state of the job.', progress),
    kindColumn<Job>('Completions', 'The number of succeeded pods, and the number of required ones.', completions),
    kindColumn<Job>('Duration', 'The time since the start of the job, or its duration.', (job, { nowMs }) =>
      duration(job, nowMs),
    ),
    ageColumn,
    ...containerColumns<Job>(({ spec }) => spec?.template),
    selectorColumn<Job>(({ spec }) => spec?.selector),
  ],
  unknownFieldText: (label) => `field label ${quoteGo(label)} not supported for Job`,
  selectableFields: {
    'status.successful': (object) => String((object as Job).status?.succeeded ?? 0),
  },
}
