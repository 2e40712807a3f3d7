import type { Checked } from '#cel/check/check-state.ts'
import type { CelNode } from '#cel/syntax/ast.ts'
import { CelFailure, type CelOutcome } from './value.ts'

/** Thrown when an evaluation exceeds its cost limit. */
export class CostExceeded extends Error {}

/** One evaluation: its inputs, its comprehension variables, and its cost so far. */
export class Run {
  readonly locals: (CelOutcome | Deferred)[] = []
  cost = 0
  private readonly costLimit: number
  private readonly read: (name: string) => CelOutcome
  private readonly known = new Map<string, CelOutcome>()

  constructor(read: (name: string) => CelOutcome, costLimit: number) {
    this.read = read
    this.costLimit = costLimit
  }

  /** @throws CostExceeded */
  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.costLimit) throw new CostExceeded()
  }

  /** Each input is read once, on first access. */
  input(name: string): CelOutcome {
    const known = this.known.get(name)
    if (known !== undefined) return known
    const value = this.read(name)
    this.known.set(name, value)
    return value
  }
}

/** A variable whose value is computed on first access. */
export class Deferred {
  readonly plan: Plan
  constructor(plan: Plan) {
    this.plan = plan
  }
}

/** A compiled node: evaluates it in a run. */
export type Plan = (run: Run) => CelOutcome

/** The state that the functions share that compile nodes to plans. */
export interface Planner {
  readonly checked: Checked
  readonly plan: (node: CelNode) => Plan
  /**
   * Like `plan`, without the cost of the first step of a path: the reference does not charge it for branches of a conditional and
   * keys of an index.
   */
  readonly planBare: (node: CelNode) => Plan
  /** Slots of comprehension variables, by name. */
  locals: Map<string, number>
  depth: number
}

export const noSuchOverload: CelFailure = new CelFailure('no such overload')
