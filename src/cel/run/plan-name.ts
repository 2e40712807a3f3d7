import type { CelNode, IdentNode, SelectNode } from '../syntax/ast.ts'
import { at, optionalAt } from './access.ts'
import type { Plan, Planner } from './run.ts'
import { CelMap, CelOptional, CelFailure, isFailure, type CelOutcome, type CelValue } from './value.ts'

/** Reading a name, and following one field or index. */
const STEP_COST = 1

/** Whether the reference reads the node as one path: following such a one further costs a step, others one more. */
export function isPath(node: CelNode): boolean {
  if (node.kind === 'ident') return true
  if (node.kind === 'select') return !node.isTest
  return node.kind === 'call' && (node.name === '_[_]' || node.name === '_?._' || node.name === '_[?_]')
}

export const pathCost = (operand: CelNode): number => (isPath(operand) ? STEP_COST : 2 * STEP_COST)

export function planLocalOrVariable(planner: Planner, node: IdentNode): Plan {
  const slot = planner.locals.get(node.name)
  if (slot !== undefined)
    return (run) => {
      run.charge(STEP_COST)
      return run.locals[slot] ?? null
    }
  return planMeaning(planner, node) ?? (() => new CelFailure(`no such attribute(s): ${node.name}`))
}

function planMeaning(planner: Planner, node: CelNode): Plan | null {
  const meaning = planner.checked.meanings.get(node.id)
  if (meaning === undefined || meaning.kind === 'local') return null
  if (meaning.kind === 'type') return () => meaning.value
  return (run) => {
    run.charge(STEP_COST)
    return run.input(meaning.name)
  }
}

export function planField(planner: Planner, node: SelectNode): Plan {
  const whole = planMeaning(planner, node)
  if (whole !== null) return whole
  const operand = planner.plan(node.operand)
  if (node.isTest) return planTest(operand, node.field)
  const cost = pathCost(node.operand)
  return (run) => {
    const value = operand(run)
    if (isFailure(value)) return value
    run.charge(cost)
    return value instanceof CelOptional ? optionalAt(value, node.field) : fieldOf(value, node.field)
  }
}

const fieldOf = (value: CelValue, field: string): CelOutcome =>
  value instanceof CelMap ? at(value, field) : new CelFailure(`no such key: ${field}`)

/** `has()`: costs nothing beside its operand. */
const planTest =
  (operand: Plan, field: string): Plan =>
  (run) => {
    const value = operand(run)
    if (isFailure(value)) return value
    const inner = value instanceof CelOptional ? value.value : value
    return inner instanceof CelMap && inner.get(field) !== undefined
  }
