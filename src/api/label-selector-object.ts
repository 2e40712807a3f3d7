import { type FieldError, type FieldPath, child, forbidden, index, invalid, required } from './field-error.ts'
import type { JsonObject } from './json.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  createRequirement,
  sortRequirements,
} from './label-selector.ts'
import { labelValue, qualifiedName } from './names.ts'
import { SelectorError } from './selector-error.ts'

/** A selector inside an object: `spec.selector` of a workload. */
export interface LabelSelectorObject extends JsonObject {
  matchLabels?: { [key: string]: string } | undefined
  matchExpressions?: LabelExpression[] | undefined
}

interface LabelExpression extends JsonObject {
  key?: string | undefined
  operator?: string | undefined
  values?: string[] | undefined
}

const operators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])

/**
 * The selector that an object means; `null`, which matches nothing, for an absent one.
 * @throws SelectorError for a selector that {@link validateLabelSelector} would refuse
 */
export function toLabelSelector(object: LabelSelectorObject | null | undefined): LabelSelector | null {
  if (object === null || object === undefined) return null
  const equal = Object.entries(object.matchLabels ?? {}).map(([key, value]) => createRequirement(key, '=', [value]))
  return sortRequirements([...equal, ...(object.matchExpressions ?? []).map(toRequirement)])
}

function toRequirement({ key = '', operator = '', values = [] }: LabelExpression): LabelRequirement {
  const known = operators.get(operator)
  if (known === undefined) throw new SelectorError(`${JSON.stringify(operator)} is not a valid label selector operator`)
  return createRequirement(key, known, values)
}

interface Leniency {
  /** Values that are no label values were let in before and stay. */
  readonly allowInvalidValues?: boolean
}

/** All that is wrong with a selector inside an object, in the reference's order. */
export function validateLabelSelector(
  object: LabelSelectorObject | null | undefined,
  path: FieldPath,
  leniency: Leniency = {},
): readonly FieldError[] {
  if (object === null || object === undefined) return []
  return [
    ...validateLabels(object.matchLabels, child(path, 'matchLabels')),
    ...(object.matchExpressions ?? []).flatMap((expression, at) =>
      validateExpression(expression, index(child(path, 'matchExpressions'), at), leniency),
    ),
  ]
}

/** Keys and values of a map of labels; every error is told at the map. */
export function validateLabels(
  labels: { readonly [key: string]: string } | null | undefined,
  path: FieldPath,
): readonly FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...qualifiedName(key).map((text) => invalid(path, key, text)),
    ...labelValue(value).map((text) => invalid(path, value, text)),
  ])
}

function validateExpression(expression: LabelExpression, path: FieldPath, leniency: Leniency): readonly FieldError[] {
  const { key = '', operator = '', values = [] } = expression
  const valuePath = child(path, 'values')
  return [
    ...validateCount(operator, values.length, path),
    ...qualifiedName(key).map((text) => invalid(child(path, 'key'), key, text)),
    ...(leniency.allowInvalidValues === true
      ? []
      : values.flatMap((value, at) => labelValue(value).map((text) => invalid(index(valuePath, at), value, text)))),
  ]
}

function validateCount(operator: string, count: number, path: FieldPath): readonly FieldError[] {
  const valuePath = child(path, 'values')
  switch (operators.get(operator)) {
    case undefined:
      return [invalid(child(path, 'operator'), operator, 'not a valid selector operator')]
    case 'in':
    case 'notin':
      return count === 0 ? [required(valuePath, "must be specified when `operator` is 'In' or 'NotIn'")] : []
    default:
      return count > 0
        ? [forbidden(valuePath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : []
  }
}
