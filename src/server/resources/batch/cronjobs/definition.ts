import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { batchV1 } from '#server/kinds/schemas/batch-v1.ts'
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
  schema: batchV1.schema('CronJob'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<CronJob>('Schedule', 'The schedule in cron format.', ({ spec }) => spec?.schedule ?? ''),
    kindColumn<CronJob>('Timezone', 'The time zone of the schedule.', ({ spec }) => spec?.timeZone ?? '<none>'),
    kindColumn<CronJob>('Suspend', 'True if no jobs are created.', ({ spec }) => suspended(spec?.suspend), {
      type: 'boolean',
    }),
    kindColumn<CronJob>('Active', 'The number of running jobs.', ({ status }) => (status?.active ?? []).length, {
      type: 'integer',
    }),
    kindColumn<CronJob>('Last Schedule', 'The time since a job was last created.', ({ status }, { nowMs }) =>
      status?.lastScheduleTime ? age(status.lastScheduleTime, nowMs) : '<none>',
    ),
    ageColumn,
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
    selectorColumn<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.selector),
  ],
}
