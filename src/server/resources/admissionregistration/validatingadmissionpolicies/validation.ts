import { type FieldError, child, index, required } from '#api/field-error.ts'
import {
  validateCommonFields,
  validateConditionsOf,
} from '#server/resources/parts/admission-registration/policy-validation.ts'
import { validateExpressions } from './expressions.ts'
import { validateConditions } from '#server/resources/parts/validation/conditions.ts'
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyStatus,
} from '#server/kinds/types/admissionregistration-v1.ts'

/** Validates a policy that validates objects with expressions. [VAP1] */
export function validatePolicy(
  { spec = {}, metadata }: ValidatingAdmissionPolicy,
  live: ValidatingAdmissionPolicy | null,
): readonly FieldError[] {
  const before = live?.spec ?? {}
  return [
    ...validateCommonFields(spec),
    ...validateConditionsOf(spec, live === null ? null : before),
    ...validateExpressions(spec, { name: metadata.name ?? '', live: before }),
  ]
}

/** Validates the type-check warnings and conditions of a status. [VAP3] */
export function validatePolicyStatus({
  typeChecking,
  conditions = [],
}: ValidatingAdmissionPolicyStatus): readonly FieldError[] {
  const path = 'status.typeChecking.expressionWarnings'
  return [
    ...(typeChecking?.expressionWarnings ?? []).flatMap(({ warning = '', fieldRef = '' }, at) => [
      ...(warning === '' ? [required(child(index(path, at), 'warning'))] : []),
      ...(fieldRef.trim() === '' ? [required(child(index(path, at), 'fieldRef'))] : []),
    ]),
    ...validateConditions(conditions, 'status.conditions'),
  ]
}
