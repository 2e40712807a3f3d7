import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { schedulingV1 } from '#server/kinds/schemas/scheduling-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PriorityClass } from '#server/kinds/types/scheduling-v1.ts'
import { strategy } from './strategy.ts'

/** scheduling.orch.io/v1 PriorityClass: a named priority of pods. [PC1] */
export const priorityclasses: ResourceDefinition = {
  group: 'scheduling.orch.io',
  version: 'v1',
  resource: 'priorityclasses',
  singular: 'priorityclass',
  kind: 'PriorityClass',
  namespaced: false,
  shortNames: ['pc'],
  verbs: storedVerbs,
  schema: schedulingV1.schema('PriorityClass'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<PriorityClass>('Value', 'The priority of pods of this class.', ({ value }) => value ?? 0, {
      type: 'integer',
    }),
    kindColumn<PriorityClass>(
      'Global-Default',
      'True if pods without a class get this one.',
      ({ globalDefault }) => globalDefault ?? false,
      { type: 'boolean' },
    ),
    ageColumn,
    kindColumn<PriorityClass>(
      'PreemptionPolicy',
      'Whether pods of the class may preempt others.',
      ({ preemptionPolicy }) => preemptionPolicy ?? '',
    ),
  ],
}
