import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  index,
  invalid,
  required,
  tooMany,
} from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { returnsBool } from '#expressions/compile-expression.ts'
import type { MatchCondition } from '#server/kinds/types/admissionregistration-v1.ts'
import { levelOf, validateExpression } from './expressions.ts'

const conditionsMax = 64

/** The variables that expressions may use besides the request and its objects. */
interface Named {
  readonly hasParams: boolean
  /** Condition expressions that are already stored. */
  readonly stored: ReadonlySet<string>
}

/** Validates the conditions that must all be true before a webhook or policy is called. [DA6] */
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  named: Named,
  path: FieldPath,
): readonly FieldError[] {
  const names = new Set<string>()
  const errors = conditions.flatMap((condition, at) => {
    const here = index(path, at)
    const name = condition.name ?? ''
    const again = name !== '' && names.has(name)
    names.add(name)
    return [...validateCondition(condition, named, here), ...(again ? [duplicate(child(here, 'name'), name)] : [])]
  })
  return conditions.length > conditionsMax ? [tooMany(path, conditions.length, conditionsMax), ...errors] : errors
}

function validateCondition(condition: MatchCondition, named: Named, path: FieldPath): readonly FieldError[] {
  const { name = '' } = condition
  const expression = (condition.expression ?? '').trim()
  const { hasParams, stored } = named
  const declared = { hasParams, hasAuthorizer: true, variables: null, level: levelOf(expression, stored) }
  return [
    ...(expression === ''
      ? [required(child(path, 'expression'))]
      : validateExpression(expression, declared, { returns: returnsBool, path: child(path, 'expression') })),
    ...(name === ''
      ? [required(child(path, 'name'))]
      : qualifiedName(name).map((text) => invalid(child(path, 'name'), name, text))),
  ]
}

/** Returns the expressions of conditions. */
export const expressionsOf = (conditions: readonly MatchCondition[] | undefined): readonly string[] =>
  (conditions ?? []).map(({ expression = '' }) => expression)
