import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { pathSegmentNameOrPrefix } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { policyV1 } from '#server/kinds/schemas/policy-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PodDisruptionBudget } from '#server/kinds/types/policy-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { atMostAll, type IntOrPercent, validateIntOrPercent } from '#server/resources/parts/workloads/int-or-percent.ts'
import { validateBudgetStatus } from './status-validation.ts'

const bound = (value: IntOrPercent, path: FieldPath): readonly FieldError[] =>
  value === undefined ? [] : [...validateIntOrPercent(value, path), ...atMostAll(value, path)]

/** Requires either minAvailable or maxUnavailable. [PDB1] */
function validate({ spec = {} }: PodDisruptionBudget): readonly FieldError[] {
  const { minAvailable, maxUnavailable } = spec
  const both = minAvailable !== undefined && maxUnavailable !== undefined
  const shown = both ? internalForm('policy.v1.PodDisruptionBudgetSpec', spec) : null
  return [
    ...(both ? [invalid('spec', shown, 'minAvailable and maxUnavailable cannot be both set')] : []),
    ...bound(minAvailable, 'spec.minAvailable'),
    ...bound(maxUnavailable, 'spec.maxUnavailable'),
    ...validateLabelSelector(spec.selector, 'spec.selector'),
    ...oneOf(spec.unhealthyPodEvictionPolicy, 'spec.unhealthyPodEvictionPolicy', ['AlwaysAllow', 'IfHealthyBudget']),
  ]
}

/** Names are hardly validated, and an update requires a resourceVersion. [PDB2] */
const strategy: Strategy<PodDisruptionBudget> = {
  validateName: pathSegmentNameOrPrefix,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
  },
  validate,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    countChange('policy.v1.PodDisruptionBudgetSpec', next, live)
  },
  validateUpdate: validate,
  allowUnconditionalUpdate: false,
}

const statusStrategy: Strategy<PodDisruptionBudget> = {
  ...strategy,
  prepareForUpdate: keepSpec,
  validateUpdate: (next) => validateBudgetStatus(next.status ?? {}),
}

const amount = (value: IntOrPercent): string => (value === undefined ? 'N/A' : String(value))

/** policy/v1 PodDisruptionBudget. [PDB1] */
export const poddisruptionbudgets: ResourceDefinition = {
  group: 'policy',
  version: 'v1',
  resource: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  kind: 'PodDisruptionBudget',
  namespaced: true,
  shortNames: ['pdb'],
  verbs: storedVerbs,
  schema: policyV1.schema('PodDisruptionBudget'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<PodDisruptionBudget>(
      'Min Available',
      'The number or percentage of pods that must remain available.',
      ({ spec }) => amount(spec?.minAvailable),
    ),
    kindColumn<PodDisruptionBudget>(
      'Max Unavailable',
      'The number or percentage of pods that may be unavailable.',
      ({ spec }) => amount(spec?.maxUnavailable),
    ),
    kindColumn<PodDisruptionBudget>(
      'Allowed Disruptions',
      'The number of pods that may be evicted now.',
      ({ status }) => status?.disruptionsAllowed ?? 0,
      { type: 'integer' },
    ),
    ageColumn,
  ],
}
