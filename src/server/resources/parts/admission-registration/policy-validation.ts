import { type FieldError, type FieldPath, child, invalid, required } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain } from '#api/names.ts'
import type { MatchCondition, MatchResources, ParamKind } from '#server/kinds/types/admissionregistration-v1.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import { expressionsOf, validateMatchConditions } from './match-conditions.ts'
import { validateMatchResources } from './rules.ts'
import { failurePolicies } from './webhook-validation.ts'

/** The fields that policies that validate and policies that mutate have in common. */
interface CommonSpec {
  readonly paramKind?: ParamKind | undefined
  readonly matchConstraints?: MatchResources | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
  readonly failurePolicy?: string | undefined
}

/** Validates the failure policy, the kind of the parameters and the match constraints of a policy. [VAP1] */
export const validateCommonFields = ({
  failurePolicy,
  paramKind,
  matchConstraints,
}: CommonSpec): readonly FieldError[] => [
  // An empty text is not an absent one here.
  ...(failurePolicy === undefined
    ? [required('spec.failurePolicy')]
    : oneOf(failurePolicy, 'spec.failurePolicy', failurePolicies)),
  ...(paramKind === undefined ? [] : validateParamKind(paramKind, 'spec.paramKind')),
  ...validateConstraints(matchConstraints, 'spec.matchConstraints'),
]

/** Validates the match conditions of a policy, unless an update keeps them and the kind of the parameters. [VAP1] */
export function validateConditionsOf(spec: CommonSpec, live: CommonSpec | null): readonly FieldError[] {
  if (live !== null && hasSameConditions(spec, live)) return []
  const stored = new Set(expressionsOf(live?.matchConditions))
  const named = { hasParams: spec.paramKind !== undefined, stored }
  return validateMatchConditions(spec.matchConditions ?? [], named, 'spec.matchConditions')
}

/** Requires match constraints with at least one rule. [VAP1] */
function validateConstraints(match: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  if (match === undefined) return [required(path)]
  const errors = validateMatchResources(match, path)
  return (match.resourceRules ?? []).length === 0 ? [...errors, required(child(path, 'resourceRules'))] : errors
}

/** Reports whether the conditions are unchanged, and so are not validated again. */
const hasSameConditions = (next: CommonSpec, live: CommonSpec): boolean =>
  deepEqual(next.paramKind ?? null, live.paramKind ?? null) &&
  deepEqual([...(next.matchConditions ?? [])], [...(live.matchConditions ?? [])])

/** Validates the kind of the parameters of a policy. [VAP2] */
function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, path: FieldPath): readonly FieldError[] {
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
