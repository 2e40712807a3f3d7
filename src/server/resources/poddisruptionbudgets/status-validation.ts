import { child, type FieldError } from '#api/field-error.ts'
import { validateConditions } from '../field-checks/conditions.ts'
import { nonNegative } from '../field-checks/numbers.ts'
import type { PodDisruptionBudgetStatus } from '../types/policy-v1.ts'

/** [PDB3] */
export const validateBudgetStatus = (status: PodDisruptionBudgetStatus): readonly FieldError[] => [
  ...validateConditions(status.conditions ?? [], 'status.conditions'),
  ...(['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const).flatMap((name) =>
    nonNegative(status[name], child('status', name)),
  ),
]
