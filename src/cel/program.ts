import type { Checked } from './check/check-state.ts'
import { estimateCost } from './cost/estimate.ts'
import type { DeclaredSizes } from './cost/estimate-state.ts'
import type { Range } from './cost/range.ts'
import { readInput, type CelInputs } from './inputs.ts'
import { CelPending } from './library/authorizers.ts'
import { type ConstantProblem, constantProblem } from './run/constant.ts'
import { makePlan } from './run/evaluator.ts'
import { CostExceeded, Run, type Plan } from './run/run.ts'
import { CelFailure, isFailure, type CelOutcome, type CelValue } from './run/value.ts'
import type { CelNode } from './syntax/ast.ts'
import { celTypes, type CelType } from './cel-type.ts'

/** Cost limit of one evaluation. */
export const PER_CALL_LIMIT = 1_000_000
/** Cost limit of all the rules of one object. */
export const RUNTIME_CEL_COST_BUDGET = 10_000_000

export interface CelOptions {
  readonly costLimit?: number
}

export type CelResult =
  | { readonly type: 'value'; readonly value: CelValue; readonly cost: number }
  | { readonly type: 'error'; readonly message: string; readonly cost: number; readonly isCostExceeded: boolean }

/**
 * One node of an evaluation, for display. A node that ran several times (in a comprehension) has its last value and
 * the sum of its costs.
 */
export interface CelStep {
  readonly node: CelNode
  readonly type: CelType
  readonly times: number
  readonly outcome: CelOutcome
  /** Cost of the node and all its descendants. */
  readonly cost: number
}

/** A parsed and checked expression, ready to run. */
export class CelProgram {
  readonly source: string
  readonly ast: CelNode
  private readonly checked: Checked
  private plan: Plan | null = null

  constructor(source: string, ast: CelNode, checked: Checked) {
    this.source = source
    this.ast = ast
    this.checked = checked
  }

  get resultType(): CelType {
    return this.checked.resultType
  }
  /** Variables of the environment that the expression refers to. */
  get references(): ReadonlySet<string> {
    return this.checked.references
  }
  /** The type of every node, by node id. */
  get types(): ReadonlyMap<number, CelType> {
    return this.checked.types
  }
  /**
   * The minimum and maximum cost for any input. @param self the type of the variable whose sizes are declared; null:
   * no sizes are declared
   */
  estimateCost(self: DeclaredSizes): Range {
    return estimateCost(this.ast, this.checked, self)
  }

  /**
   * Returns why the reference creates no program from this expression (a constant that cannot be converted), or
   * null.
   */
  get problem(): string | null {
    return this.constantProblem?.message ?? null
  }
  /** As `problem`, with the failing node. */
  get constantProblem(): ConstantProblem | null {
    return constantProblem(this.ast, this.checked) ?? null
  }

  /** Never throws, except for bugs. */
  evaluate(inputs: CelInputs, options: CelOptions = {}): CelResult {
    this.plan ??= makePlan(this.ast, this.checked)
    return runPlan(this.plan, this.newRun(inputs, options))
  }

  /**
   * Evaluates with an authorizer that answers by a promise: repeats the evaluation with the answers received so far
   * until none is missing.
   */
  async evaluateAsync(inputs: CelInputs, options: CelOptions = {}): Promise<CelResult> {
    for (;;) {
      try {
        return this.evaluate(inputs, options)
      } catch (error) {
        if (!(error instanceof CelPending)) throw error
        await error.answer
      }
    }
  }

  /** As `evaluate`, and also returns the value of every node. */
  explain(inputs: CelInputs, options: CelOptions = {}): CelResult & { readonly steps: readonly CelStep[] } {
    const steps = new Map<number, CelStep>()
    const started: number[] = []
    const plan = makePlan(this.ast, this.checked, {
      before: (run) => started.push(run.cost),
      after: (node, run, outcome) => {
        const cost = run.cost - (started.pop() ?? 0)
        const known = steps.get(node.id)
        const type = this.types.get(node.id) ?? celTypes.dyn
        steps.set(node.id, { node, type, outcome, times: (known?.times ?? 0) + 1, cost: (known?.cost ?? 0) + cost })
      },
    })
    const result = runPlan(plan, this.newRun(inputs, options))
    return { ...result, steps: [...steps.values()] }
  }

  private newRun(inputs: CelInputs, { costLimit = PER_CALL_LIMIT }: CelOptions): Run {
    const declared = this.checked.variableTypes
    return new Run((name) => {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined
      if (value === undefined) return new CelFailure(`no such attribute(s): ${name}`)
      return readInput(value, declared.get(name) ?? celTypes.dyn)
    }, costLimit)
  }
}

function runPlan(plan: Plan, run: Run): CelResult {
  try {
    const outcome = plan(run)
    if (!isFailure(outcome)) return { type: 'value', value: outcome, cost: run.cost }
    return { type: 'error', message: outcome.message, cost: run.cost, isCostExceeded: false }
  } catch (error) {
    if (!(error instanceof CostExceeded)) throw error
    const message = 'operation cancelled: actual cost limit exceeded'
    return { type: 'error', message, cost: run.cost, isCostExceeded: true }
  }
}
