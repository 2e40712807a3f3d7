import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, invalid, notSupported, required } from '#api/field-error.ts'
import { isEmptySelector, validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type { DaemonSet, DaemonSetUpdateStrategy, RollingUpdateDaemonSet } from '#server/kinds/types/apps-v1.ts'
import { amountOf, atMostAll, validateIntOrPercent } from '#server/resources/parts/workloads/int-or-percent.ts'
import { validateCollisions, validateCounts } from '#server/resources/parts/workloads/replica-counts.ts'
import { validateKeptTemplate, validateLabelsMatch } from '#server/resources/parts/workloads/template-rules.ts'

/** Validates a daemon set on create and update. [DS1] [ER8] */
export function* validateDaemonSet({ spec = {} }: DaemonSet): Pieces<readonly FieldError[]> {
  const { selector, template = {} } = spec
  const inTemplate = yield* validateKeptTemplate(template, 'spec.template', 'DaemonSet')
  return [
    ...validateLabelSelector(selector, 'spec.selector'),
    ...validateLabelsMatch(selector, template, 'spec.template'),
    ...(selector && isEmptySelector(selector)
      ? [invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for daemonset')]
      : []),
    ...inTemplate,
    ...nonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}),
    ...nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ]
}

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy): readonly FieldError[] {
  const path = 'spec.updateStrategy'
  switch (strategy.type) {
    case 'OnDelete':
      return []
    case 'RollingUpdate':
      return strategy.rollingUpdate ? validateRolling(strategy.rollingUpdate) : [required(child(path, 'rollingUpdate'))]
    default: {
      const shown = internalForm('apps.v1.DaemonSetUpdateStrategy', strategy)
      return [{ ...notSupported(path, '', ['RollingUpdate', 'OnDelete']), badValue: shown }]
    }
  }
}

function validateRolling({ maxUnavailable, maxSurge }: RollingUpdateDaemonSet): readonly FieldError[] {
  const fewer = 'spec.updateStrategy.rollingUpdate.maxUnavailable'
  const more = 'spec.updateStrategy.rollingUpdate.maxSurge'
  const errors = [
    ...validateIntOrPercent(maxUnavailable, fewer),
    ...validateIntOrPercent(maxSurge, more),
    ...atMostAll(maxUnavailable, fewer),
    ...atMostAll(maxSurge, more),
  ]
  const [hasFewer, hasMore] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0]
  if (hasFewer && hasMore) {
    errors.push(invalid(more, maxSurge ?? 0, 'may not be set when maxUnavailable is non-zero'))
  }
  if (!hasFewer && !hasMore) errors.push(required(fewer, 'cannot be 0 when maxSurge is 0'))
  return errors
}

/** The selector is immutable, which is checked first. [DS2] */
export function* validateDaemonSetUpdate(next: DaemonSet, live: DaemonSet): Pieces<readonly FieldError[]> {
  const errors = yield* validateDaemonSet(next)
  const shown = shownSelector(next.spec?.selector)
  return [...immutable(next.spec?.selector, live.spec?.selector, 'spec.selector', shown), ...errors]
}

/** [DS3] */
export const validateDaemonSetStatus = ({ status = {} }: DaemonSet, live: DaemonSet): readonly FieldError[] => [
  ...validateCounts(
    {
      currentNumberScheduled: status.currentNumberScheduled,
      numberMisscheduled: status.numberMisscheduled,
      desiredNumberScheduled: status.desiredNumberScheduled,
      numberReady: status.numberReady,
      observedGeneration: status.observedGeneration,
      updatedNumberScheduled: status.updatedNumberScheduled,
      numberAvailable: status.numberAvailable,
      numberUnavailable: status.numberUnavailable,
      collisionCount: status.collisionCount,
    },
    'status',
  ),
  ...validateCollisions(status.collisionCount, live.status?.collisionCount),
]
