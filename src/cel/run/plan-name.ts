import type { CelNode, IdentNode, SelectNode } from '#cel/syntax/ast.ts'
import { at, optionalAt } from './access.ts'
import { Deferred, type Plan, type Planner } from './run.ts'
import { CelMap, CelOptional, CelFailure, isFailure } from './value.ts'

/** Cost of reading a variable, and of following one field or index. */
const STEP_COST = 1

/** Field and index access, and the conditional, which can select between two paths. */
const pathCalls: ReadonlySet<string> = new Set(['_[_]', '_?._', '_[?_]', '_?_:_'])

/**
 * Reports whether the reference evaluates the node as one attribute path: following such a path further costs one
 * step; following another expression costs one more.
 */
export function isPath(node: CelNode): boolean {
  if (node.kind === 'ident') return true
  if (node.kind === 'select') return !node.isTest
  return node.kind === 'call' && pathCalls.has(node.name)
}

/** The cost of a planned path: `whole` includes the cost of its first step, `bare` does not. */
export type How = 'whole' | 'bare'

/** Plans the operand of a field or index access, and its cost. */
export function planOperand(
  planner: Planner,
  operand: CelNode,
  how: How,
): { readonly plan: Plan; readonly cost: number } {
  if (!isPath(operand)) return { plan: planner.plan(operand), cost: how === 'bare' ? STEP_COST : 2 * STEP_COST }
  return { plan: how === 'bare' ? planner.planBare(operand) : planner.plan(operand), cost: STEP_COST }
}

export function planIdent(planner: Planner, node: IdentNode, how: How): Plan {
  const slot = planner.locals.get(node.name)
  const cost = how === 'bare' ? 0 : STEP_COST
  if (slot === undefined)
    return planMeaning(planner, node, cost) ?? (() => new CelFailure(`no such attribute(s): ${node.name}`))
  return (run) => {
    run.charge(cost)
    const value = run.locals[slot]
    if (value instanceof Deferred) return (run.locals[slot] = value.plan(run))
    return value === undefined ? null : value
  }
}

function planMeaning(planner: Planner, node: CelNode, cost: number): Plan | null {
  const meaning = planner.checked.meanings.get(node.id)
  if (meaning === undefined || meaning.kind === 'local') return null
  if (meaning.kind === 'type') return () => meaning.value
  return (run) => {
    run.charge(cost)
    return run.input(meaning.name)
  }
}

export function planField(planner: Planner, node: SelectNode, how: How): Plan {
  const whole = planMeaning(planner, node, how === 'bare' ? 0 : STEP_COST)
  if (whole !== null) return whole
  if (node.isTest) return planTest(planner.plan(node.operand), node.field, isPath(node.operand) ? 0 : STEP_COST)
  const { plan, cost } = planOperand(planner, node.operand, how)
  return (run) => {
    const value = plan(run)
    if (isFailure(value)) return value
    run.charge(cost)
    return value instanceof CelOptional ? optionalAt(value, node.field) : at(value, node.field)
  }
}

/** `has()`: free on a path, one step on anything else. */
const planTest =
  (operand: Plan, field: string, cost: number): Plan =>
  (run) => {
    const value = operand(run)
    run.charge(cost)
    if (isFailure(value)) return value
    const inner = value instanceof CelOptional ? value.value : value
    return inner instanceof CelMap && inner.get(field) !== undefined
  }
