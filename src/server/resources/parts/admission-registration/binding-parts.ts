import { type FieldError, type FieldPath, child, forbidden, invalid, notSupported, required } from '#api/field-error.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { dns1123Subdomain, pathSegmentName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { kindColumn } from '#server/resources/parts/table-columns.ts'
import type { MatchResources, ParamRef } from '#server/kinds/types/admissionregistration-v1.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'
import { validateMatchResources } from './rules.ts'

/** The fields that bindings of validating and mutating policies share. */
interface BindingSpec {
  readonly policyName?: string | undefined
  readonly paramRef?: ParamRef | undefined
  readonly matchResources?: MatchResources | undefined
}

/** Validates the policy name, the parameter reference and the match resources of a binding. [VPB1] */
export const validateBinding = (
  { policyName = '', paramRef, matchResources }: BindingSpec,
  path: FieldPath,
): readonly FieldError[] => [
  ...(policyName === ''
    ? [required(child(path, 'policyName'))]
    : dns1123Subdomain(policyName).map((text) => invalid(child(path, 'policyName'), policyName, text))),
  ...(paramRef === undefined ? [] : validateParamRef(paramRef, child(path, 'paramRef'))),
  ...validateMatchResources(matchResources, child(path, 'matchResources')),
]

/** Validates which objects of the policy's param kind are its parameters. [VPB2] */
function validateParamRef(ref: ParamRef, path: FieldPath): readonly FieldError[] {
  const { name = '', selector, parameterNotFoundAction: absent = '' } = ref
  const both = 'name and selector are mutually exclusive'
  const hasBoth = name !== '' && selector !== undefined
  return [
    ...(name === '' ? [] : pathSegmentName(name).map((text) => invalid(child(path, 'name'), name, text))),
    ...(hasBoth ? [forbidden(child(path, 'name'), both)] : []),
    ...validateLabelSelector(selector, child(path, 'selector')),
    ...(hasBoth ? [forbidden(child(path, 'selector'), both)] : []),
    ...(name === '' && selector === undefined ? [required(path, 'one of name or selector must be specified')] : []),
    ...(absent === ''
      ? [required(child(path, 'parameterNotFoundAction'))]
      : absent === 'Deny' || absent === 'Allow'
        ? []
        : [notSupported(child(path, 'parameterNotFoundAction'), absent, ['Deny', 'Allow'])]),
  ]
}

type AnyBinding = ApiObject & { spec?: BindingSpec | undefined }

/** The namespace is unknown when a binding uses that of the request, or when the param kind is cluster-scoped. */
function paramText({ spec }: AnyBinding): string {
  const { paramRef } = spec ?? {}
  if (paramRef === undefined) return '<unset>'
  const { name = '', namespace = '', selector } = paramRef
  if (name !== '') return `${namespace === '' ? '*' : namespace}/${name}`
  return selector === undefined ? '<unset>' : selectorText(selector)
}

/** Formats a selector as the reference prints the type: labels sorted, with a comma after each. */
function selectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`)
  const expressions = (matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key ?? ''},Operator:${operator ?? ''},Values:[${(values ?? []).join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}

/** [TB3] */
export const bindingColumns: readonly TableColumn[] = [
  kindColumn<AnyBinding>('PolicyName', 'The name of the bound policy.', ({ spec }) => spec?.policyName ?? ''),
  kindColumn<AnyBinding>('ParamRef', 'The parameters of the policy.', paramText),
]
