import type { JsonObject } from '#api/json.ts'
import { type CelValue, type CelProgram, CelList, PER_CALL_LIMIT } from '#cel/cel.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import { celEnvironment } from '#config/rules/cel-environments.ts'
import { celVariable } from '#config/rules/cel-variable.ts'
import type { Expression } from '#server/auth/jwt/jwt-config.ts'

/** Compiles an expression of a validated file. @throws Error if it does not compile. */
export function compileExpression(scope: ExpressionScope, text: string): Expression {
  const compiled = celEnvironment(scope).compile(text)
  // The caller has validated the whole file, so this is a bug or a race, never a user's mistake.
  if (compiled.type === 'failed') throw new Error(`compilation failed: ${compiled.text}`)
  return toExpression(scope, text, compiled.program)
}

const toExpression = (scope: ExpressionScope, text: string, program: CelProgram): Expression => ({
  text,
  evaluate(variable: JsonObject) {
    const result = program.evaluate({ [scope]: celVariable(scope, variable) }, { costLimit: PER_CALL_LIMIT })
    const { cost } = result
    return result.type === 'error' ? { error: result.message, cost } : { value: plain(result.value), cost }
  },
})

/**
 * Converts strings, booleans, null and lists of these. Every other value becomes an object, which user attributes
 * cannot use.
 */
function plain(value: CelValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (value instanceof CelList) return Array.from({ length: value.size }, (_, at) => plainItem(value.at(at)))
  return {}
}

const plainItem = (value: unknown): unknown => (typeof value === 'string' ? value : {})
