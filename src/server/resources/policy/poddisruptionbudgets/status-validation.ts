import { child, type FieldError } from '#api/field-error.ts'
import { validateConditions } from '#server/resources/parts/validation/conditions.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { PodDisruptionBudgetStatus } from '#server/kinds/types/policy-v1.ts'

/** [PDB3] */
export const validateBudgetStatus = (status: PodDisruptionBudgetStatus): readonly FieldError[] => [
  ...validateConditions(status.conditions ?? [], 'status.conditions'),
  ...(['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const).flatMap((name) =>
    nonNegative(status[name], child('status', name)),
  ),
]
