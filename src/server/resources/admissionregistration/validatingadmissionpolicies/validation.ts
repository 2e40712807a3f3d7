import { type FieldError, child, index, required } from '#api/field-error.ts'
import {
  expressionsOf,
  validateMatchConditions,
} from '#server/resources/parts/admission-registration/match-conditions.ts'
import {
  hasSameConditions,
  validateConstraints,
  validateParamKind,
} from '#server/resources/parts/admission-registration/policy-parts.ts'
import { failurePolicies } from '#server/resources/parts/admission-registration/webhook-validation.ts'
import { validateExpressions } from './expressions.ts'
import { validateConditions } from '#server/resources/parts/validation/conditions.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyStatus,
} from '#server/kinds/types/admissionregistration-v1.ts'

/** Validates a policy that validates objects with expressions. [VAP1] */
export function validatePolicy(
  next: ValidatingAdmissionPolicy,
  live: ValidatingAdmissionPolicy | null,
): readonly FieldError[] {
  const { spec = {}, metadata } = next
  const { paramKind, matchConstraints, matchConditions = [], failurePolicy } = spec
  const hasParams = paramKind !== undefined
  const before = live?.spec ?? {}
  const stored = new Set(expressionsOf(before.matchConditions))
  return [
    ...(failurePolicy === undefined
      ? [required('spec.failurePolicy')]
      : oneOf(failurePolicy, 'spec.failurePolicy', failurePolicies)),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, 'spec.paramKind')),
    ...validateConstraints(matchConstraints, 'spec.matchConstraints'),
    ...(live !== null && hasSameConditions(spec, before)
      ? []
      : validateMatchConditions(matchConditions, { hasParams, stored }, 'spec.matchConditions')),
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
