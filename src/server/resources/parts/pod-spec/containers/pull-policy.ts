import type { FieldError, FieldPath } from '#api/field-error.ts'
import { requireOneOf } from '../../validation/texts.ts'

/** When an image is pulled; of containers and of image volumes. */
export const validatePullPolicy = (policy: string | undefined, path: FieldPath): readonly FieldError[] =>
  requireOneOf(policy, path, ['Always', 'IfNotPresent', 'Never'])
