import type { FieldError, FieldPath } from '#api/field-error.ts'
import { requireOneOf } from '#server/resources/parts/validation/texts.ts'

/** Validates the pull policy of a container or image volume. */
export const validatePullPolicy = (policy: string | undefined, path: FieldPath): readonly FieldError[] =>
  requireOneOf(policy, path, ['Always', 'IfNotPresent', 'Never'])
