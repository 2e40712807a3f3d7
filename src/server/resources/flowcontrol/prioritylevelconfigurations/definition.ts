import { dns1123SubdomainName } from '#api/names.ts'
import type { Json } from '#api/json.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateConditions, writesOfSpec, writesOfStatus } from '#server/resources/parts/flow-control/status.ts'
import { flowcontrolV1 } from '#server/kinds/schemas/flowcontrol-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PriorityLevelConfiguration, QueuingConfiguration } from '#server/kinds/types/flowcontrol-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { validate } from './validation.ts'

const sharesDefault = 30
const queuingDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 } as const

/** [FC9] */
function setDefaults({ spec }: PriorityLevelConfiguration): void {
  if (spec?.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec?.limited === undefined) return
  spec.limited.nominalConcurrencyShares ??= sharesDefault
  spec.limited.lendablePercent ??= 0
  setQueuingDefaults(spec.limited.limitResponse?.queuing)
}

function setQueuingDefaults(queuing: QueuingConfiguration | undefined): void {
  if (queuing === undefined) return
  for (const field of ['queues', 'handSize', 'queueLengthLimit'] as const)
    if ((queuing[field] ?? 0) === 0) queuing[field] = queuingDefaults[field]
}

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

const strategy: Strategy<PriorityLevelConfiguration> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  default: setDefaults,
  ...writesOfSpec,
  validate,
  validateUpdate: (next) => validateAgain(next, rules),
}

const statusStrategy: Strategy<PriorityLevelConfiguration> = {
  ...strategy,
  ...writesOfStatus,
  validateUpdate: ({ status }) => validateConditions(status?.conditions ?? []),
}

const queuingCell =
  (field: keyof QueuingConfiguration & string) =>
  ({ spec }: PriorityLevelConfiguration): Json => {
    const queuing = spec?.limited?.limitResponse?.queuing
    return queuing === undefined ? '<none>' : (queuing[field] ?? 0)
  }

/** flowcontrol.apiserver.orch.io/v1 PriorityLevelConfiguration. [FC7] */
export const prioritylevelconfigurations: ResourceDefinition = {
  group: 'flowcontrol.apiserver.orch.io',
  version: 'v1',
  resource: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  kind: 'PriorityLevelConfiguration',
  namespaced: false,
  verbs: storedVerbs,
  schema: flowcontrolV1.schema('PriorityLevelConfiguration'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<PriorityLevelConfiguration>('Type', 'Limited or Exempt.', ({ spec }) => spec?.type ?? ''),
    kindColumn<PriorityLevelConfiguration>(
      'NominalConcurrencyShares',
      'The share of the server’s concurrency.',
      ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? '<none>',
    ),
    kindColumn<PriorityLevelConfiguration>('Queues', 'The number of queues.', queuingCell('queues')),
    kindColumn<PriorityLevelConfiguration>(
      'HandSize',
      'The number of queues that a flow is distributed over.',
      queuingCell('handSize'),
    ),
    kindColumn<PriorityLevelConfiguration>(
      'QueueLengthLimit',
      'The maximum number of requests in one queue.',
      queuingCell('queueLengthLimit'),
    ),
    ageColumn,
  ],
}
