import type { JsonObject } from '#api/json.ts'
import { type CelNode, type CelProgram, type CelStep, isFailure, typeText, valueText } from '#cel/cel.ts'
import { partsOf } from '#cel/syntax/ast.ts'
import type { ExpressionScope } from './kinds/config-field.ts'
import { celEnvironment } from './rules/cel-environments.ts'
import { celVariable } from './rules/cel-variable.ts'
import type { TextRange } from '#document/text-range.ts'

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

/** One part of an expression: its last value, and its cost including its subexpressions. */
export interface EvaluatedNode {
  readonly range: TextRange
  readonly text: string
  readonly depth: number
  readonly type: string
  readonly value: string
  readonly isError: boolean
  /** Number of evaluations: more than one inside of macros. */
  readonly times: number
  readonly cost: number
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
  const nodes = explained === undefined ? [] : nodesOf(program, explained.steps)
  if (result.type === 'error') return { type: 'error', stage: 'run', message: result.message, cost: result.cost, nodes }
  return {
    type: 'value',
    value: valueText(result.value),
    resultType: typeText(program.resultType),
    cost: result.cost,
    nodes,
  }
}

/** Returns the nodes in source order with their depth. Nodes that macros generate are left out. */
function nodesOf(program: CelProgram, steps: readonly CelStep[]): readonly EvaluatedNode[] {
  const byId = new Map(steps.map((step) => [step.node.id, step]))
  const found: EvaluatedNode[] = []
  const visit = (node: CelNode, depth: number): void => {
    const step = byId.get(node.id)
    const isWritten = step !== undefined && node.to > node.from && !isRepeated(found, node, depth)
    if (isWritten) found.push(toNode(program.source, step, depth))
    for (const part of partsOf(node)) visit(part, depth + (isWritten ? 1 : 0))
  }
  visit(program.ast, 0)
  return found
}

/** Macros generate nodes with the range of the whole expression. */
const isRepeated = (found: readonly EvaluatedNode[], { from, to }: CelNode, depth: number): boolean =>
  found.some((each) => each.depth === depth - 1 && each.range.start === from && each.range.end === to)

function toNode(source: string, { node, type, outcome, times, cost }: CelStep, depth: number): EvaluatedNode {
  return {
    range: { start: node.from, end: node.to },
    text: source.slice(node.from, node.to),
    depth,
    type: typeText(type),
    value: isFailure(outcome) ? outcome.message : valueText(outcome),
    isError: isFailure(outcome),
    times,
    cost,
  }
}
