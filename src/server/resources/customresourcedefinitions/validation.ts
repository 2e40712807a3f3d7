import type { FieldError } from '#api/field-error.ts'
import type { CustomResourceDefinition } from '../types/apiextensions-v1.ts'

export const validateDefinition = (_next: CustomResourceDefinition): readonly FieldError[] => []

export const validateDefinitionUpdate = (
  next: CustomResourceDefinition,
  _live: CustomResourceDefinition,
): readonly FieldError[] => validateDefinition(next)
