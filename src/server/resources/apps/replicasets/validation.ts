import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { isUsable } from '#api/selectors/label-selector-object.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { ReplicaSet, ReplicaSetSpec } from '#server/kinds/types/apps-v1.ts'
import { validateCounts, validateParts } from '#server/resources/parts/workloads/replica-counts.ts'
import {
  validateKeptTemplate,
  validateLabelsMatch,
  validateOwnSelector,
} from '#server/resources/parts/workloads/template-rules.ts'

/**
 * Validates a replica set on create and update. The message for an empty selector names a deployment in the reference
 * too. [RS1] [ER8]
 */
export function* validateReplicaSet({ spec = {} }: ReplicaSet): Pieces<readonly FieldError[]> {
  const inTemplate = yield* validateTemplate(spec)
  return [
    ...nonNegative(spec.replicas, 'spec.replicas'),
    ...nonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...validateOwnSelector(spec.selector, 'spec.selector', 'deployment'),
    ...inTemplate,
  ]
}

function* validateTemplate({ selector, template = {} }: ReplicaSetSpec): Pieces<readonly FieldError[]> {
  if (!isUsable(selector)) return [invalid('spec.selector', shownSelector(selector), 'invalid label selector')]
  const errors = yield* validateKeptTemplate(template, 'spec.template', 'ReplicaSet')
  return [...validateLabelsMatch(selector, template, 'spec.template'), ...errors]
}

/** The selector is immutable. [RS2] */
export function* validateReplicaSetUpdate(next: ReplicaSet, live: ReplicaSet): Pieces<readonly FieldError[]> {
  const errors = yield* validateReplicaSet(next)
  const shown = shownSelector(next.spec?.selector)
  return [...errors, ...immutable(next.spec?.selector, live.spec?.selector, 'spec.selector', shown)]
}

/** Validates the counts of a replica set or replication controller. [RS3] */
export function validateReplicaStatus({ status = {} }: Pick<ReplicaSet, 'status'>): readonly FieldError[] {
  const { replicas, fullyLabeledReplicas, readyReplicas, availableReplicas } = status
  const path = 'status'
  return [
    ...validateCounts(
      {
        replicas,
        fullyLabeledReplicas,
        readyReplicas,
        availableReplicas,
        observedGeneration: status.observedGeneration,
      },
      path,
    ),
    ...validateParts(
      { fullyLabeledReplicas, readyReplicas, availableReplicas },
      { count: replicas ?? 0, name: 'status.replicas' },
      path,
    ),
    ...validateParts({ availableReplicas }, { count: readyReplicas ?? 0, name: 'readyReplicas' }, path),
  ]
}
