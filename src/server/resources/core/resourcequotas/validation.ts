import { child, type FieldError, type FieldPath, invalid, key as keyOf, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { amountNames, type Amounts } from '#server/resources/parts/validation/amount-maps.ts'
import { validateResourceName } from '#server/resources/parts/pod-spec/containers/resource-names.ts'
import { validateQuantity } from '#server/resources/parts/pod-spec/containers/resources.ts'
import type { ResourceQuota } from '#server/kinds/types/core-v1.ts'
import { isQuotaResource, validateScopes, validateScopeSelector } from './scopes.ts'

function validateName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = validateResourceName(name, path)
  if (name.includes('/') || isQuotaResource(name)) return errors
  return [...errors, invalid(path, name, 'must be a standard resource for quota')]
}

const validateAmounts = (map: Amounts | undefined, path: FieldPath): readonly FieldError[] =>
  amountNames(map).flatMap((name) => [
    ...validateName(name, keyOf(path, name)),
    ...validateQuantity(name, own(map, name) ?? '0', keyOf(path, name)),
  ])

/** Validates names and amounts, then the scopes. [RQU1] */
const validateSpec = ({ spec = {} }: ResourceQuota): readonly FieldError[] => [
  ...validateAmounts(spec.hard, child('spec', 'hard')),
  ...validateScopes(spec),
  ...validateScopeSelector(spec),
]

const validateStatusAmounts = ({ status }: ResourceQuota): readonly FieldError[] => [
  ...validateAmounts(status?.hard, child('status', 'hard')),
  ...validateAmounts(status?.used, child('status', 'used')),
]

export const validateQuota = (quota: ResourceQuota): readonly FieldError[] => [
  ...validateSpec(quota),
  ...validateStatusAmounts(quota),
]

/** Scopes are immutable; their order does not matter. [RQU2] */
export function validateQuotaUpdate(next: ResourceQuota, live: ResourceQuota): readonly FieldError[] {
  const [scopes, liveScopes] = [new Set(next.spec?.scopes), new Set(live.spec?.scopes)]
  const same = scopes.size === liveScopes.size && [...scopes].every((scope) => liveScopes.has(scope))
  const shown = next.spec?.scopes ?? null
  return [...validateSpec(next), ...(same ? [] : [invalid('spec.scopes', shown, 'field is immutable')])]
}

export const validateQuotaStatus = (next: ResourceQuota): readonly FieldError[] => [
  ...((next.metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []),
  ...validateStatusAmounts(next),
]
