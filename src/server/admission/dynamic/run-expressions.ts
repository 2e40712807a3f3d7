import { type CelInputs, CelError, type CelValue, PER_CALL_LIMIT, input, lazyObject } from '#cel/cel.ts'
import type { Compiled } from '#server/expressions/compile-expression.ts'
import type { Decisions } from './decisions.ts'

/** An expression as it was written, and what became of it. */
export interface Expression {
  readonly source: string
  readonly compiled: Compiled
}

/** A named expression that others may use. */
export interface VariableExpression extends Expression {
  readonly name: string
}

/** What expressions see. */
export interface Activation {
  readonly inputs: CelInputs
  readonly variables: readonly VariableExpression[]
  readonly decisions: Decisions
}

export type Outcome =
  | { readonly type: 'value'; readonly value: CelValue }
  | { readonly type: 'error'; readonly message: string }
  /** There was no expression. */
  | { readonly type: 'none' }

export type Run =
  | { readonly type: 'done'; readonly outcomes: readonly Outcome[]; readonly budget: number }
  /** All that they may cost together is spent. */
  | { readonly type: 'out-of-budget'; readonly message: string }

const spent = 'validation failed due to running out of cost budget, no further validation rules will be run'

/**
 * Evaluates expressions in their order under one budget of cost, variables included. Each variable is evaluated when it is
 * first used, and once. [VAP5]
 */
export async function runExpressions(
  expressions: readonly (Expression | null)[],
  activation: Activation,
  budget: number,
): Promise<Run> {
  const { inputs, variableCost } = withVariables(activation)
  const outcomes: Outcome[] = []
  let left = budget
  for (const expression of expressions) {
    if (expression === null) {
      outcomes.push({ type: 'none' })
      continue
    }
    const { source, compiled } = expression
    if (compiled.type === 'failed') {
      outcomes.push({ type: 'error', message: `compilation error: ${compiled.detail}` })
      continue
    }
    const result = await activation.decisions.answering(() =>
      compiled.program.evaluate(inputs, { costLimit: PER_CALL_LIMIT }),
    )
    left -= variableCost() + result.cost
    if (left < 0) return { type: 'out-of-budget', message: spent }
    outcomes.push(
      result.type === 'value'
        ? { type: 'value', value: result.value }
        : { type: 'error', message: `expression '${source}' resulted in error: ${result.message}` },
    )
  }
  return { type: 'done', outcomes, budget: left }
}

/** The inputs with `variables` among them, and what variables have cost since it was last asked. */
function withVariables({ inputs, variables }: Activation): {
  readonly inputs: CelInputs
  readonly variableCost: () => number
} {
  let cost = 0
  const evaluate = ({ name, compiled }: VariableExpression): ReturnType<typeof input> => {
    const quoted = JSON.stringify(name)
    if (compiled.type === 'failed')
      throw new CelError(`composited variable ${quoted} fails to compile: ${compiled.detail}`)
    const result = compiled.program.evaluate(all, { costLimit: PER_CALL_LIMIT })
    cost += result.cost
    if (result.type === 'error')
      throw new CelError(`composited variable ${quoted} fails to evaluate: ${result.message}`)
    return input(result.value)
  }
  const fields = variables.map((variable) => [variable.name, () => evaluate(variable)] as const)
  const all: CelInputs = { ...inputs, variables: lazyObject('kubernetes.variables', Object.fromEntries(fields)) }
  const variableCost = (): number => {
    const since = cost
    cost = 0
    return since
  }
  return { inputs: all, variableCost }
}
