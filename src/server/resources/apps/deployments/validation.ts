import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, forbidden, invalid, notSupported, required } from '#api/field-error.ts'
import { isUsable } from '#api/selectors/label-selector-object.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type {
  Deployment,
  DeploymentSpec,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from '#server/kinds/types/apps-v1.ts'
import { amountOf, atMostAll, validateIntOrPercent } from '#server/resources/parts/workloads/int-or-percent.ts'
import { validateCollisions, validateCounts, validateParts } from '#server/resources/parts/workloads/replica-counts.ts'
import {
  validateKeptTemplate,
  validateLabelsMatch,
  validateOwnSelector,
} from '#server/resources/parts/workloads/template-rules.ts'

/** Validates a deployment on create and update. [DEP1] [ER8] */
export function* validateDeployment({ spec = {} }: Deployment): Pieces<readonly FieldError[]> {
  const inTemplate = yield* validateTemplate(spec)
  return [
    ...nonNegative(spec.replicas, 'spec.replicas'),
    ...validateOwnSelector(spec.selector, 'spec.selector', 'deployment'),
    ...inTemplate,
    ...validateStrategy(spec.strategy ?? {}),
    ...nonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...validateDeadline(spec),
  ]
}

function* validateTemplate({ selector, template = {} }: DeploymentSpec): Pieces<readonly FieldError[]> {
  if (!isUsable(selector)) return [invalid('spec.selector', shownSelector(selector), 'invalid label selector')]
  const errors = yield* validateKeptTemplate(template, 'spec.template', 'ReplicaSet')
  return [...validateLabelsMatch(selector, template, 'spec.template'), ...errors]
}

function validateStrategy(strategy: DeploymentStrategy): readonly FieldError[] {
  const path = 'spec.strategy'
  const rollingPath = child(path, 'rollingUpdate')
  switch (strategy.type) {
    case 'Recreate':
      return strategy.rollingUpdate
        ? [forbidden(rollingPath, "may not be specified when strategy `type` is 'Recreate'")]
        : []
    case 'RollingUpdate':
      return strategy.rollingUpdate
        ? validateRolling(strategy.rollingUpdate)
        : [required(rollingPath, 'this should be defaulted and never be nil')]
    default:
      return [unsupported(path, strategy)]
  }
}

/** The reference reports the whole strategy as the value. */
const unsupported = (path: string, strategy: DeploymentStrategy): FieldError => ({
  ...notSupported(path, '', ['Recreate', 'RollingUpdate']),
  badValue: internalForm('apps.v1.DeploymentStrategy', strategy),
})

function validateRolling({ maxUnavailable, maxSurge }: RollingUpdateDeployment): readonly FieldError[] {
  const path = 'spec.strategy.rollingUpdate.maxUnavailable'
  return [
    ...validateIntOrPercent(maxUnavailable, path),
    ...validateIntOrPercent(maxSurge, 'spec.strategy.rollingUpdate.maxSurge'),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [invalid(path, maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...atMostAll(maxUnavailable, path),
  ]
}

function validateDeadline({
  progressDeadlineSeconds: deadline,
  minReadySeconds = 0,
}: DeploymentSpec): readonly FieldError[] {
  if (deadline === undefined) return []
  const path = 'spec.progressDeadlineSeconds'
  return [
    ...nonNegative(deadline, path),
    ...(deadline <= minReadySeconds ? [invalid(path, deadline, 'must be greater than minReadySeconds')] : []),
  ]
}

/** The selector is immutable. [DEP2] */
export function* validateDeploymentUpdate(next: Deployment, live: Deployment): Pieces<readonly FieldError[]> {
  const errors = yield* validateDeployment(next)
  const shown = shownSelector(next.spec?.selector)
  return [...errors, ...immutable(next.spec?.selector, live.spec?.selector, 'spec.selector', shown)]
}

/** [DEP3] */
export function validateDeploymentStatus({ status = {} }: Deployment, live: Deployment): readonly FieldError[] {
  const { updatedReplicas, readyReplicas, availableReplicas } = status
  const path = 'status'
  return [
    ...validateCounts(
      {
        observedGeneration: status.observedGeneration,
        replicas: status.replicas,
        updatedReplicas,
        readyReplicas,
        availableReplicas,
        unavailableReplicas: status.unavailableReplicas,
        collisionCount: status.collisionCount,
      },
      path,
    ),
    ...validateParts(
      { updatedReplicas, readyReplicas, availableReplicas },
      { count: status.replicas ?? 0, name: 'status.replicas' },
      path,
    ),
    ...validateParts({ availableReplicas }, { count: readyReplicas ?? 0, name: 'readyReplicas' }, path),
    ...validateCollisions(status.collisionCount, live.status?.collisionCount),
  ]
}
