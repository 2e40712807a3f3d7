import { type FieldError, type FieldPath, child, index, invalid, required } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain } from '#api/names.ts'
import { expressionsOf, validateMatchConditions } from '../admission-parts/match-conditions.ts'
import { validateMatchResources } from '../admission-parts/rules.ts'
import { failurePolicies } from '../admission-parts/webhook-validation.ts'
import { validateExpressions } from './expressions.ts'
import { validateConditions } from '../field-checks/conditions.ts'
import { oneOf } from '../field-checks/texts.ts'
import type {
  MatchResources,
  ParamKind,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from '../types/admissionregistration-v1.ts'

/** A rule that the server itself checks, in expressions. [VAP1] */
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

function validateConstraints(match: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  if (match === undefined) return [required(path)]
  const errors = validateMatchResources(match, path)
  return (match.resourceRules ?? []).length === 0 ? [...errors, required(child(path, 'resourceRules'))] : errors
}

const hasSameConditions = (next: ValidatingAdmissionPolicySpec, live: ValidatingAdmissionPolicySpec): boolean =>
  deepEqual(next.paramKind ?? null, live.paramKind ?? null) &&
  deepEqual(next.matchConditions ?? [], live.matchConditions ?? [])

/** The kind of objects that a policy takes its parameters from. [VAP2] */
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, path: FieldPath): readonly FieldError[] {
  const kindErrors = dns1035Label(kind.toLowerCase())
  return [
    ...validateApiVersion(apiVersion, child(path, 'apiVersion')),
    ...(kind === ''
      ? [required(child(path, 'kind'))]
      : kindErrors.length === 0
        ? []
        : [
            invalid(
              child(path, 'kind'),
              kind,
              `may have mixed case, but should otherwise match: ${kindErrors.join(',')}`,
            ),
          ]),
  ]
}

function validateApiVersion(text: string, path: FieldPath): readonly FieldError[] {
  if (text === '') return [required(path)]
  const words = text === '/' ? [''] : text.split('/')
  if (words.length > 2) return [invalid(path, text, `unexpected GroupVersion string: ${text}`)]
  const version = words.at(-1) ?? ''
  const group = words.length === 2 ? (words[0] ?? '') : ''
  const groupErrors = group === '' ? [] : dns1123Subdomain(group)
  const versionErrors = version === '' ? [] : dns1035Label(version)
  return [
    ...(groupErrors.length === 0 ? [] : [invalid(path, group, groupErrors.join(','))]),
    ...(version === '' ? [invalid(path, text, 'version must be specified')] : []),
    ...(versionErrors.length === 0 ? [] : [invalid(path, version, versionErrors.join(','))]),
  ]
}

/** What a type checker found, and conditions. [VAP3] */
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
