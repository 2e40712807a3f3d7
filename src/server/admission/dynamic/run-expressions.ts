import { type CelInputs, CelError, type CelValue, PER_CALL_LIMIT, input, lazyObject } from '#cel/cel.ts'
import type { Expression, ObserveExpression } from '#server/admission/chain/expression.ts'
import type { Decisions } from './decisions.ts'

/** A named variable that later expressions may use. */
export interface VariableExpression extends Expression {
  readonly name: string
}

/** The inputs of an evaluation. */
export interface Activation {
  readonly inputs: CelInputs
  readonly variables: readonly VariableExpression[]
  readonly decisions: Decisions
  readonly observe?: ObserveExpression | undefined
}

export type Outcome =
  | { readonly type: 'value'; readonly value: CelValue }
  | { readonly type: 'error'; readonly message: string }
  /** The policy has no such expression. */
  | { readonly type: 'none' }

export type Run =
  | { readonly type: 'done'; readonly outcomes: readonly Outcome[]; readonly budget: number }
  /** The shared cost budget is exhausted. */
  | { readonly type: 'out-of-budget'; readonly message: string }

const spent = 'validation failed due to running out of cost budget, no further validation rules will be run'

/**
 * Evaluates expressions in order under one cost budget, which includes variables. Each variable is evaluated lazily
 * and at most once. [VAP5]
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
    activation.observe?.(expression, result, { program: compiled.program, inputs })
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

/**
 * Returns the inputs with `variables` added, and a function that returns the cost of variables since its last call.
 */
function withVariables({ inputs, variables, observe }: Activation): {
  readonly inputs: CelInputs
  readonly variableCost: () => number
} {
  let cost = 0
  const evaluate = (variable: VariableExpression): ReturnType<typeof input> => {
    const { name, compiled } = variable
    const quoted = JSON.stringify(name)
    if (compiled.type === 'failed')
      throw new CelError(`composited variable ${quoted} fails to compile: ${compiled.detail}`)
    const result = compiled.program.evaluate(all, { costLimit: PER_CALL_LIMIT })
    cost += result.cost
    observe?.(variable, result, { program: compiled.program, inputs: all })
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
