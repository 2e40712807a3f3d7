import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { age, ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CronJob } from '#server/kinds/types/batch-v1.ts'
import { containerColumns, selectorColumn } from '#server/resources/parts/workloads/columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

const suspended = (value: boolean | undefined): string => (value === undefined ? '<unset>' : value ? 'True' : 'False')

/** batch/v1 CronJob. [CJ1] */
export const cronjobs: ResourceDefinition = {
  group: 'batch',
  version: 'v1',
  resource: 'cronjobs',
  singular: 'cronjob',
  kind: 'CronJob',
  namespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: structSchema('batch.v1.CronJob'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<CronJob>('Schedule', 'When jobs begin, in cron format.', ({ spec }) => spec?.schedule ?? ''),
    kindColumn<CronJob>('Timezone', 'Where the schedule is read.', ({ spec }) => spec?.timeZone ?? '<none>'),
    kindColumn<CronJob>('Suspend', 'Whether no job begins.', ({ spec }) => suspended(spec?.suspend), {
      type: 'boolean',
    }),
    kindColumn<CronJob>('Active', 'Jobs that run.', ({ status }) => (status?.active ?? []).length, { type: 'integer' }),
    kindColumn<CronJob>('Last Schedule', 'How long ago a job was due.', ({ status }, { nowMs }) =>
      status?.lastScheduleTime ? age(status.lastScheduleTime, nowMs) : '<none>',
    ),
    ageColumn,
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
    selectorColumn<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.selector),
  ],
}
