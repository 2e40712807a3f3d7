import { type FieldError, type FieldPath, child, invalid, required } from '#api/field-error.ts'
import { celTypes, type CelType } from '#cel/cel.ts'
import { variableType } from '#expressions/admission-environment.ts'
import { compileExpression } from '#expressions/compile-expression.ts'
import type { Variable } from '#server/kinds/types/admissionregistration-v1.ts'
import { expressionError, levelOf } from './expressions.ts'

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const isIdentifier = (name: string): boolean => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reserved.has(name)

/** The context in which a variable of a policy is validated. */
interface PolicyContext {
  readonly hasParams: boolean
  /** Types of the variables so far, to which this one is added; `null` for a policy without variables. */
  readonly variables: Record<string, CelType> | null
  /** Expressions that are already stored. */
  readonly stored: ReadonlySet<string>
}

/** Compiles a variable. It may use earlier variables, and later ones may use it even if it is invalid. [VAP4] */
export function validateVariable(
  { name = '', expression = '' }: Variable,
  { hasParams, variables, stored }: PolicyContext,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (name.trim() === '') errors.push(required(child(path, 'name'), 'name is not specified'))
  else if (!isIdentifier(name)) errors.push(invalid(child(path, 'name'), name, 'must be a valid CEL identifier'))
  if (expression.trim() === '') return [...errors, required(child(path, 'expression'), 'expression is not specified')]
  const level = levelOf(expression, stored)
  const compiled = compileExpression(expression, { hasParams, hasAuthorizer: true, variables, level }, 'any')
  if (compiled.type === 'failed') errors.push(expressionError(child(path, 'expression'), expression, compiled))
  if (variables !== null)
    variables[name] = compiled.type === 'program' ? variableType(compiled.program.resultType) : celTypes.dyn
  return errors
}
