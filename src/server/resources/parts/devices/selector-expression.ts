import { type FieldError, type FieldPath, forbidden, internal, invalid } from '#api/field-error.ts'
import { typeName } from '#cel/cel.ts'
import { compileSelector, selectorCost } from '#expressions/device-selector.ts'

/** The reference's limit for the estimated cost of one selector. */
const costMax = 1_000_000

/** Compiles the expression of a device selector: a bool over `device`, of limited cost. [DRA10] */
export function validateSelectorExpression(expression: string, path: FieldPath): readonly FieldError[] {
  const compiled = compileSelector(expression)
  if (compiled.type === 'failed') return [invalid(path, expression, `compilation failed: ${compiled.text}`)]
  const { program } = compiled
  const { kind } = program.resultType
  if (kind !== 'bool' && kind !== 'any')
    return [invalid(path, expression, `must evaluate to bool or the unknown type, not ${typeName(program.resultType)}`)]
  if (program.problem !== null) return [internal(path, `program instantiation failed: ${program.problem}`)]
  return selectorCost(program) > costMax ? [forbidden(path, 'too complex, exceeds cost limit')] : []
}
