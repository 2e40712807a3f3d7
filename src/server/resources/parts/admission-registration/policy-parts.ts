import { type FieldError, type FieldPath, child, invalid, required } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { kindColumn } from '#server/resources/parts/table-columns.ts'
import type { MatchCondition, MatchResources, ParamKind } from '#server/kinds/types/admissionregistration-v1.ts'
import { validateMatchResources } from './rules.ts'

/** Requires match constraints with at least one rule. [VAP1] */
export function validateConstraints(match: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  if (match === undefined) return [required(path)]
  const errors = validateMatchResources(match, path)
  return (match.resourceRules ?? []).length === 0 ? [...errors, required(child(path, 'resourceRules'))] : errors
}

interface Conditioned {
  readonly paramKind?: ParamKind | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
}

/** Reports whether the conditions are unchanged, and so are not validated again. */
export const hasSameConditions = (next: Conditioned, live: Conditioned): boolean =>
  deepEqual(next.paramKind ?? null, live.paramKind ?? null) &&
  deepEqual([...(next.matchConditions ?? [])], [...(live.matchConditions ?? [])])

/** Validates the kind of the parameters of a policy. [VAP2] */
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

/** [TB3] */
export const paramKindColumn: TableColumn = kindColumn<
  ApiObject & { spec?: { paramKind?: ParamKind | undefined } | undefined }
>('ParamKind', 'The kind of its parameters.', ({ spec }) =>
  spec?.paramKind === undefined ? '<unset>' : `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}`,
)
