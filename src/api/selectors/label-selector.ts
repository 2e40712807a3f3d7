import { type FieldError, type FieldPath, fieldErrorText, index, invalid, key as keyOf } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { labelValue, qualifiedName } from '#api/names.ts'
import { SelectorError } from './selector-error.ts'

/** Operators as in the canonical text. `exists` and `!` test whether a label is present or absent. */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | '>' | '<'

export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** Without duplicates. Sorted if the selector was parsed from text. */
  readonly values: readonly string[]
}

/** Requirements that labels must all satisfy, sorted by key. An empty selector matches everything. */
export type LabelSelector = readonly LabelRequirement[]

export type Labels = { readonly [key: string]: string } | undefined

/** Sorts requirements by key. */
export const sortRequirements = (requirements: readonly LabelRequirement[]): LabelSelector =>
  requirements.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))

/** @throws SelectorError with all errors of key and values, with Kubernetes' messages */
export function createRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  path: FieldPath = '',
): LabelRequirement {
  const child = (name: string): FieldPath => (path === '' ? name : `${path}.${name}`)
  const keyTexts = qualifiedName(key)
  const errors: FieldError[] = keyTexts.length === 0 ? [] : [invalid(child('key'), key, keyTexts.join('; '))]
  const valuePath = child('values')
  errors.push(...countErrors(operator, values, valuePath))
  for (const [at, value] of values.entries()) {
    const texts = labelValue(value)
    if (texts.length > 0) errors.push(invalid(keyOf(index(valuePath, at), key), value, texts.join('; ')))
  }
  if (errors.length > 0) throw new SelectorError(aggregate(errors.map(fieldErrorText)))
  return { key, operator, values }
}

function countErrors(operator: LabelOperator, values: readonly string[], path: FieldPath): readonly FieldError[] {
  const wrong = (detail: string): readonly FieldError[] => [invalid(path, [...values], detail)]
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length === 0 ? wrong("for 'in', 'notin' operators, values set can't be empty") : []
    case 'exists':
    case '!':
      return values.length > 0 ? wrong('values set must be empty for exists and does not exist') : []
    case '>':
    case '<':
      return [
        ...(values.length === 1 ? [] : wrong("for 'Gt', 'Lt' operators, exactly one value is required")),
        ...values.flatMap((value, at) =>
          toInteger(value) === undefined
            ? [invalid(index(path, at), value, "for 'Gt', 'Lt' operators, the value must be an integer")]
            : [],
        ),
      ]
    default:
      return values.length === 1 ? [] : wrong('exact-match compatibility requires one single value')
  }
}

function aggregate(texts: readonly string[]): string {
  const different = [...new Set(texts)]
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`
}

/** Parses an integer like Go's `strconv.ParseInt`. */
function toInteger(text: string): bigint | undefined {
  if (!/^[-+]?[0-9]{1,40}$/.test(text)) return undefined
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined
}

/** Returns the canonical text: `a=b,c in (d,e),!f`. */
export const formatLabelSelector = (selector: LabelSelector): string => selector.map(formatRequirement).join(',')

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  const list = values.toSorted().join(',')
  switch (operator) {
    case 'exists':
      return key
    case '!':
      return `!${key}`
    case 'in':
    case 'notin':
      return `${key} ${operator} (${list})`
    default:
      return `${key}${operator}${list}`
  }
}

export const matchesLabels = (selector: LabelSelector, labels: Labels): boolean =>
  selector.every((requirement) => matchesRequirement(requirement, own(labels, requirement.key)))

function matchesRequirement({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  if (operator === 'exists' || operator === '!') return (value !== undefined) === (operator === 'exists')
  if (operator === 'notin' || operator === '!=') return value === undefined || !values.includes(value)
  if (value === undefined) return false
  return operator === '>' || operator === '<'
    ? compares(operator, toInteger(value), toInteger(values[0] ?? ''))
    : values.includes(value)
}

function compares(operator: '>' | '<', value: bigint | undefined, bound: bigint | undefined): boolean {
  if (value === undefined || bound === undefined) return false
  return operator === '>' ? value > bound : value < bound
}
