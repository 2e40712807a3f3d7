import type { JsonObject } from '#api/json.ts'
import { typeText, valueText } from '#cel/cel.ts'
import { type EvaluatedNode as CelPart, evaluatedNodes } from '#cel/evaluated-nodes.ts'
import type { ExpressionScope } from './kinds/config-field.ts'
import { celEnvironment } from './rules/cel-environments.ts'
import { celVariable } from './rules/cel-variable.ts'

/** One part of an expression: its last value, and its cost including its subexpressions. */
export type EvaluatedNode = CelPart

/** The result of an expression for one value of its variable. */
export type Evaluated =
  | {
      readonly type: 'value'
      readonly value: string
      /** Static type: `bool`. */
      readonly resultType: string
      readonly cost: number
      readonly nodes: readonly EvaluatedNode[]
    }
  | {
      readonly type: 'error'
      /** `compile`: the expression was not evaluated. */
      readonly stage: 'compile' | 'run'
      readonly message: string
      readonly cost: number
      readonly nodes: readonly EvaluatedNode[]
    }

/** Compiles and runs one expression; `variable` is the value of `claims`, `user` or `request`. Never throws. */
export function evaluateExpression(
  scope: ExpressionScope,
  source: string,
  variable: JsonObject,
  options: { readonly isExplained?: boolean } = {},
): Evaluated {
  const compiled = celEnvironment(scope).compile(source)
  if (compiled.type === 'failed') return { type: 'error', stage: 'compile', message: compiled.text, cost: 0, nodes: [] }
  const { program } = compiled
  const inputs = { [scope]: celVariable(scope, variable) }
  const explained = options.isExplained === true ? program.explain(inputs) : undefined
  const result = explained ?? program.evaluate(inputs)
  const nodes = explained === undefined ? [] : evaluatedNodes(program, explained.steps)
  if (result.type === 'error') return { type: 'error', stage: 'run', message: result.message, cost: result.cost, nodes }
  return {
    type: 'value',
    value: valueText(result.value),
    resultType: typeText(program.resultType),
    cost: result.cost,
    nodes,
  }
}
