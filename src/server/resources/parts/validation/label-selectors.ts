import { child, type FieldError, type FieldPath, forbidden, index, invalid, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { checkText } from './texts.ts'
import type { LabelSelector, LabelSelectorRequirement } from '#server/kinds/types/meta-v1.ts'

type Labels = { readonly [key: string]: string } | undefined

/** Labels as a map of any kind has them; every error stands at `path` itself. Checked in sorted order. */
export const validateLabels = (labels: Labels, path: FieldPath): readonly FieldError[] =>
  Object.keys(labels ?? {})
    .toSorted()
    .flatMap((name) => [
      ...checkText(name, path, qualifiedName),
      ...checkText(own(labels, name) ?? '', path, labelValue),
    ])

/** A selector of labels; an absent one is valid. [WL1] */
export const validateLabelSelector = (
  selector: LabelSelector | null | undefined,
  path: FieldPath,
): readonly FieldError[] =>
  selector === null || selector === undefined
    ? []
    : [
        ...validateLabels(selector.matchLabels, child(path, 'matchLabels')),
        ...(selector.matchExpressions ?? []).flatMap((requirement, at) =>
          validateRequirement(requirement, index(child(path, 'matchExpressions'), at)),
        ),
      ]

function validateRequirement(requirement: LabelSelectorRequirement, path: FieldPath): readonly FieldError[] {
  const values = requirement.values ?? []
  const here = child(path, 'values')
  return [
    ...validateOperator(requirement.operator ?? '', values, path),
    ...checkText(requirement.key ?? '', child(path, 'key'), qualifiedName),
    ...values.flatMap((value, at) => checkText(value, index(here, at), labelValue)),
  ]
}

function validateOperator(operator: string, values: readonly string[], path: FieldPath): readonly FieldError[] {
  const here = child(path, 'values')
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length === 0 ? [required(here, "must be specified when `operator` is 'In' or 'NotIn'")] : []
    case 'Exists':
    case 'DoesNotExist':
      return values.length > 0
        ? [forbidden(here, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : []
    default:
      return [invalid(child(path, 'operator'), operator, 'not a valid selector operator')]
  }
}

/** `null`: the reference can't turn this selector into one it can ask. */
export const isUsable = (selector: LabelSelector | null | undefined): boolean =>
  (selector?.matchExpressions ?? []).every(({ operator = '', key = '', values = [] }) => {
    const wellFormed = validateOperator(operator, values, '').length === 0 && qualifiedName(key).length === 0
    return wellFormed && values.every((value) => labelValue(value).length === 0)
  }) && validateLabels(selector?.matchLabels, '').length === 0

/** Whether it has no requirement at all. */
export const isEmptySelector = (selector: LabelSelector | null | undefined): boolean =>
  Object.keys(selector?.matchLabels ?? {}).length + (selector?.matchExpressions ?? []).length === 0

/** Whether `labels` fulfil `selector`: an absent selector matches nothing, an empty one all. */
export function selects(selector: LabelSelector | null | undefined, labels: Labels): boolean {
  if (selector === null || selector === undefined) return false
  const equal = Object.entries(selector.matchLabels ?? {}).every(([name, value]) => own(labels, name) === value)
  return equal && (selector.matchExpressions ?? []).every((requirement) => fulfils(requirement, labels))
}

function fulfils({ key = '', operator, values = [] }: LabelSelectorRequirement, labels: Labels): boolean {
  const value = own(labels, key)
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}

/** Text of a selector as `kubectl get -o wide` and `status.selector` of a Scale say it. */
export function selectorText(selector: LabelSelector | null | undefined): string {
  if (selector === null || selector === undefined) return ''
  const equal = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }))
  const more = (selector.matchExpressions ?? []).map((requirement) => ({
    key: requirement.key ?? '',
    text: requirementText(requirement),
  }))
  return [...equal, ...more]
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',')
}

function requirementText({ key = '', operator, values = [] }: LabelSelectorRequirement): string {
  const list = `(${values.toSorted().join(',')})`
  switch (operator) {
    case 'In':
      return `${key} in ${list}`
    case 'NotIn':
      return `${key} notin ${list}`
    case 'DoesNotExist':
      return `!${key}`
    default:
      return key
  }
}

/** Text of a map of labels, sorted by key: `a=b,c=d`. */
export const labelsText = (labels: Labels): string =>
  Object.keys(labels ?? {})
    .toSorted()
    .map((name) => `${name}=${own(labels, name) ?? ''}`)
    .join(',')
