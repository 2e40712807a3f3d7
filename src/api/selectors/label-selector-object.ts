import { type FieldError, type FieldPath, child, forbidden, index, invalid, required } from '#api/field-error.ts'
import { type JsonObject, own } from '#api/json.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  createRequirement,
  formatLabelSelector,
  type Labels,
  matchesLabels,
  sortRequirements,
} from './label-selector.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { SelectorError } from './selector-error.ts'

/** A label selector inside of an object: `spec.selector` of a workload. */
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

type Absent = null | undefined

/**
 * Parses the selector of an object. An absent one is `null` and matches nothing; an empty one matches everything.
 * @throws SelectorError if {@link validateLabelSelector} refuses it
 */
export function toLabelSelector(object: LabelSelectorObject | Absent): LabelSelector | null {
  if (object === null || object === undefined) return null
  const equal = Object.entries(object.matchLabels ?? {}).map(([key, value]) => createRequirement(key, '=', [value]))
  return sortRequirements([...equal, ...(object.matchExpressions ?? []).map(toRequirement)])
}

function toRequirement({ key = '', operator = '', values = [] }: LabelExpression): LabelRequirement {
  const known = operators.get(operator)
  if (known === undefined) throw new SelectorError(`${JSON.stringify(operator)} is not a valid label selector operator`)
  return createRequirement(key, known, values)
}

/** As {@link toLabelSelector}, with the error as a value. */
function tryLabelSelector(object: LabelSelectorObject | Absent): LabelSelector | null | SelectorError {
  try {
    return toLabelSelector(object)
  } catch (error) {
    if (error instanceof SelectorError) return error
    throw error
  }
}

/** Reports whether a selector is absent or can be parsed. */
export const isUsable = (object: LabelSelectorObject | Absent): boolean =>
  !(tryLabelSelector(object) instanceof SelectorError)

/** Reports whether a selector has no requirements: absent or empty. */
export const isEmptySelector = (object: LabelSelectorObject | Absent): boolean =>
  Object.keys(object?.matchLabels ?? {}).length + (object?.matchExpressions ?? []).length === 0

/** Reports whether a selector matches `labels`. A selector that is absent or cannot be parsed matches nothing. */
export function selects(object: LabelSelectorObject | Absent, labels: Labels): boolean {
  const selector = tryLabelSelector(object)
  return selector !== null && !(selector instanceof SelectorError) && matchesLabels(selector, labels)
}

/**
 * Formats a selector for table columns and for `status.selector` of a Scale: `a=b,c in (d,e)`; `''` if it is absent
 * or cannot be parsed.
 */
export function selectorText(object: LabelSelectorObject | Absent): string {
  const selector = tryLabelSelector(object)
  return selector === null || selector instanceof SelectorError ? '' : formatLabelSelector(selector)
}

/** Formats a map of labels, sorted by key: `a=b,c=d`. */
export const labelsText = (labels: Labels): string =>
  sortedNames(labels)
    .map((name) => `${name}=${own(labels, name) ?? ''}`)
    .join(',')

const sortedNames = (labels: Labels | null): readonly string[] => Object.keys(labels ?? {}).toSorted()

interface Leniency {
  /** Accepts values that are not label values, because an update may keep what an earlier version accepted. */
  readonly allowInvalidValues?: boolean
}

/**
 * Returns all errors of a selector. Those of `matchLabels` come first, sorted by key; an absent selector is valid.
 * [VA7] [WL1]
 */
export function validateLabelSelector(
  object: LabelSelectorObject | Absent,
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

/** Returns the errors of a label map, sorted by key. All have the path of the map. */
export const validateLabels = (labels: Labels | null, path: FieldPath): readonly FieldError[] =>
  sortedNames(labels).flatMap((name) => {
    const value = own(labels ?? undefined, name) ?? ''
    return [
      ...qualifiedName(name).map((text) => invalid(path, name, text)),
      ...labelValue(value).map((text) => invalid(path, value, text)),
    ]
  })

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
