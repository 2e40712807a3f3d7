import { child, type FieldError, type FieldPath, forbidden, index, invalid, required } from '#api/field-error.ts'
import { type FieldRequirement, parseFieldSelector } from '#api/selectors/field-selector.ts'
import type { LabelOperator, LabelRequirement } from '#api/selectors/label-selector.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { type Narrowing, parseNarrowing } from '#api/selectors/narrowing.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import { SelectorError } from '#api/selectors/selector-error.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { ResourceAttributes } from '#server/kinds/types/authorization-v1.ts'

interface Requirement {
  readonly key?: string | undefined
  readonly operator?: string | undefined
  readonly values?: readonly string[] | null | undefined
}

interface SelectorAttributes {
  readonly rawSelector?: string | undefined
  readonly requirements?: readonly Requirement[] | null | undefined
}

/** Validates the selectors of an access review. [AC17] */
export const validateSelectors = (
  { fieldSelector, labelSelector }: ResourceAttributes,
  path: FieldPath,
): readonly FieldError[] => [
  ...validateSelector(fieldSelector, child(path, 'fieldSelector'), validateField),
  ...validateSelector(labelSelector, child(path, 'labelSelector'), validateLabel),
]

function validateSelector(
  selector: SelectorAttributes | undefined,
  path: FieldPath,
  validateRequirement: (requirement: Requirement, path: FieldPath) => readonly FieldError[],
): readonly FieldError[] {
  if (selector === undefined) return []
  const { rawSelector = '' } = selector
  const requirements = selector.requirements ?? []
  const errors: FieldError[] = []
  if (rawSelector !== '' && requirements.length > 0)
    errors.push(invalid(child(path, 'rawSelector'), rawSelector, 'may not specified at the same time as requirements'))
  if (rawSelector === '' && requirements.length === 0)
    errors.push(
      required(child(path, 'requirements'), `when ${path} is specified, requirements or rawSelector is required`),
    )
  for (const [at, requirement] of requirements.entries()) {
    const here = index(child(path, 'requirements'), at)
    errors.push(...validateRequirement(requirement, here))
  }
  return errors
}

/** An unknown operator is ignored: the reviewed server may support newer operators. */
function validateValues({ operator, values }: Requirement, path: FieldPath): readonly FieldError[] {
  const count = (values ?? []).length
  if ((operator === 'In' || operator === 'NotIn') && count === 0)
    return [required(child(path, 'values'), "must be specified when `operator` is 'In' or 'NotIn'")]
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0)
    return [forbidden(child(path, 'values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
  return []
}

const validateField = (requirement: Requirement, path: FieldPath): readonly FieldError[] => [
  ...((requirement.key ?? '') === '' ? [required(child(path, 'key'), 'must be specified')] : []),
  ...validateValues(requirement, path),
]

const validateLabel = (requirement: Requirement, path: FieldPath): readonly FieldError[] => [
  ...validateValues(requirement, path),
  ...validateLabelTexts(requirement, path),
]

const validateLabelTexts = ({ key = '', values }: Requirement, path: FieldPath): readonly FieldError[] => [
  ...checkText(key, child(path, 'key'), qualifiedName),
  ...(values ?? []).flatMap((value, at) => checkText(value, index(child(path, 'values'), at), labelValue)),
]

const labelOperators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])

/** Describes the requirements that were ignored because they are not understood; `''` if there are none. [AC17] */
export function selectorErrors({ fieldSelector, labelSelector }: ResourceAttributes): string {
  const field = ignored(fieldSelector, parseFieldSelector, isUsableField)
  const label = ignored(labelSelector, parseLabelSelector, ({ operator = '' }) => labelOperators.has(operator))
  return [
    ...(field === '' ? [] : [`spec.resourceAttributes.fieldSelector ${field} due to parse error`]),
    ...(label === '' ? [] : [`spec.resourceAttributes.labelSelector ${label} due to parse error`]),
  ].join('; ')
}

/** Returns the requirements that are understood. [AC17] */
export function narrowingOf({ fieldSelector, labelSelector }: ResourceAttributes): Narrowing {
  const raw = parseNarrowing(fieldSelector?.rawSelector ?? '', labelSelector?.rawSelector ?? '')
  const fields = (fieldSelector?.requirements ?? []).filter(isUsableField)
  return {
    fields: [...raw.fields, ...fields.map(toFieldRequirement)],
    labels: [...raw.labels, ...(labelSelector?.requirements ?? []).flatMap(toLabelRequirement)],
  }
}

const toFieldRequirement = ({ key = '', operator, values }: Requirement): FieldRequirement => ({
  field: key,
  operator: operator === 'In' ? '=' : '!=',
  value: values?.[0] ?? '',
})

function toLabelRequirement({ key = '', operator = '', values }: Requirement): readonly LabelRequirement[] {
  const known = labelOperators.get(operator)
  return known === undefined ? [] : [{ key, operator: known, values: [...new Set(values ?? [])].toSorted() }]
}

function ignored(
  selector: SelectorAttributes | undefined,
  parse: (text: string) => unknown,
  isUsable: (requirement: Requirement) => boolean,
): '' | 'ignored' | 'partially ignored' {
  const { rawSelector = '' } = selector ?? {}
  const requirements = selector?.requirements ?? []
  if (requirements.length === 0) return parses(rawSelector, parse) ? '' : 'ignored'
  const usable = requirements.filter(isUsable).length
  if (usable === requirements.length) return ''
  return usable === 0 ? 'ignored' : 'partially ignored'
}

/** Field selectors support only comparison with a single value. */
const isUsableField = ({ operator, values }: Requirement): boolean =>
  (operator === 'In' || operator === 'NotIn') && (values ?? []).length === 1

function parses(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}
