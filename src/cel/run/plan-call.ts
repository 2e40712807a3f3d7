import type { ResolvedCall } from '#cel/check/check-state.ts'
import type { CallNode, CelNode } from '#cel/syntax/ast.ts'
import { at, optionalAt } from './access.ts'
import { choose, constantOf, conversionOf } from './constant.ts'
import { callCost, failedCost, hasPlainCost } from '#cel/cost/call-cost.ts'
import { isOfType, typeNameOf } from './describe.ts'
import { isPath, planOperand, type How } from './plan-name.ts'
import { hasTrait } from './traits.ts'
import { noSuchOverload, type Plan, type Planner, type Run } from './run.ts'
import {
  CelDuration,
  CelFailure,
  CelList,
  CelMap,
  CelOptional,
  CelTimestamp,
  absent,
  isFailure,
  type CelOutcome,
  type CelValue,
} from './value.ts'

export function planCall(planner: Planner, node: CallNode, how: How): Plan {
  const call = planner.checked.calls.get(node.id)
  if (call === undefined) return () => new CelFailure(`unresolved call: ${node.name}`)
  return (special.get(call.fn.name) ?? planFunction)(planner, call, how)
}

const plansOf = (planner: Planner, args: readonly CelNode[]): readonly [Plan, Plan] => {
  const [a, b] = args
  if (a === undefined || b === undefined) throw new RangeError('the checker counts arguments')
  return [planner.plan(a), planner.plan(b)]
}

/**
 * Plans `&&` and `||`: one deciding operand is enough, even if the other fails. @param decides the operand value
 * that determines the result
 */
function planLogic(planner: Planner, args: readonly CelNode[], decides: boolean): Plan {
  const [left, right] = plansOf(planner, args)
  return (run) => {
    const a = left(run)
    if (a === decides) return decides
    const b = right(run)
    if (b === decides) return decides
    if (typeof a === 'boolean' && typeof b === 'boolean') return !decides
    if (isFailure(a)) return a
    return isFailure(b) ? b : noSuchOverload
  }
}

function planConditional(planner: Planner, [condition, yes, no]: readonly CelNode[]): Plan {
  if (condition === undefined || yes === undefined || no === undefined)
    throw new RangeError('the checker counts arguments')
  const test = planner.plan(condition)
  const [then, otherwise] = [planner.planBare(yes), planner.planBare(no)]
  return (run) => {
    const value = test(run)
    if (isFailure(value)) return value
    return typeof value === 'boolean' ? (value ? then : otherwise)(run) : noSuchOverload
  }
}

function planNotFalse(planner: Planner, args: readonly CelNode[]): Plan {
  const arg = args[0]
  const plan = arg === undefined ? () => true : planner.plan(arg)
  return (run) => {
    const value = plan(run)
    run.charge(1)
    return value !== false
  }
}

/** A way to select an element from a container. */
type Access = (container: CelValue, key: CelValue) => CelOutcome

const planIndex =
  (read: Access) =>
  (planner: Planner, { args }: ResolvedCall, how: How): Plan => {
    const [container, index] = args
    if (container === undefined || index === undefined) throw new RangeError('the checker counts arguments')
    const operand = planOperand(planner, container, how)
    const key = isPath(index) ? planner.planBare(index) : planner.plan(index)
    return (run) => {
      const from = operand.plan(run)
      if (isFailure(from)) return from
      const at = key(run)
      if (isFailure(at)) return at
      const value = read(from, at)
      // An optional selection that finds nothing costs nothing.
      run.charge(value === absent ? operand.cost - 1 : operand.cost)
      return value
    }
  }

/** The right side runs only if the left one is empty. */
function planOptionalOr(planner: Planner, call: ResolvedCall): Plan {
  const [left, right] = plansOf(planner, call.args)
  const isValue = call.fn.name === 'orValue'
  return (run) => {
    const optional = left(run)
    if (isFailure(optional)) return optional
    // The reference returns a left side that is no optional as it is.
    if (!(optional instanceof CelOptional)) return optional
    if (optional.value !== undefined) return isValue ? optional.value : optional
    return right(run)
  }
}

/** `x in [1, 2]`: the reference looks the value up in a precomputed set of the literals, at no cost. */
function planMembership(planner: Planner, call: ResolvedCall): Plan {
  const container = constantOf(call.args[1], planner.checked)
  const element = call.args[0]
  if (container === undefined || element === undefined || container instanceof CelMap)
    return planFunction(planner, call)
  if (container instanceof CelList && container.size === 0) return () => false
  const plan = planner.plan(element)
  const run = call.overloads[0]?.run ?? (() => noSuchOverload)
  return (frame) => {
    const value = plan(frame)
    return isFailure(value) ? value : run(value, container)
  }
}

function planFunction(planner: Planner, call: ResolvedCall): Plan {
  const { fn, overloads, args } = call
  const conversion = constantConversion(planner, call)
  if (conversion !== undefined) return () => conversion
  const plans = args.map((arg) => planner.plan(arg))
  // If the argument types leave several overloads possible, the reference uses the default cost.
  const id = overloads.length === 1 ? (overloads[0]?.id ?? '') : ''
  const apply: Apply = (run, values) => {
    const chosen = choose(overloads, values)
    const result = chosen === undefined ? wrongTypes(fn.name, values) : chosen.run(...values)
    run.charge(callCost(fn.name, id, values, result))
    return result
  }
  const [first, second] = plans
  if (plans.length === 2 && first !== undefined && second !== undefined)
    return planBinary({ first, second, call, apply, failed: hasReadyPattern(call) ? 0 : failedCost(fn.name, id) })
  return planMany(plans, { apply, failed: failedCost(fn.name, id) })
}

/** Literal patterns are compiled in advance, and such a call does not run if its text argument failed. */
const hasReadyPattern = ({ fn, args }: ResolvedCall): boolean =>
  (fn.name === 'matches' || fn.name === 'find' || fn.name === 'findAll') && args[1]?.kind === 'literal'

type Apply = (run: Run, values: readonly CelValue[]) => CelOutcome

interface Binary {
  readonly first: Plan
  readonly second: Plan
  readonly call: ResolvedCall
  readonly apply: Apply
  readonly failed: number
}

/** The most frequent case: avoids an argument array if one overload matches and its cost is one. */
function planBinary({ first, second, call, apply, failed }: Binary): Plan {
  const [only, ...others] = call.overloads
  const [left, right] = only?.args ?? []
  const isPlain = others.length === 0 && only !== undefined && hasPlainCost(call.fn.name)
  return (run) => {
    const a = first(run)
    const b = second(run)
    if (isFailure(a) || isFailure(b)) {
      run.charge(failed)
      return isFailure(a) ? a : b
    }
    if (!isPlain || left === undefined || right === undefined || !isOfType(a, left) || !isOfType(b, right))
      return apply(run, [a, b])
    const result = only.run(a, b)
    run.charge(1)
    return result
  }
}

/**
 * A call with one argument is charged even if the argument fails; with several arguments, the first failure ends it.
 */
function planMany(plans: readonly Plan[], { apply, failed }: Pick<Binary, 'apply' | 'failed'>): Plan {
  return (run) => {
    const values: CelValue[] = []
    for (const plan of plans) {
      const value = plan(run)
      if (isFailure(value)) {
        if (plans.length === 1) run.charge(failed)
        return value
      }
      values.push(value)
    }
    return apply(run, values)
  }
}

/** `duration('1h')` is evaluated once, at no cost; if it fails, the failure is reported when it is evaluated. */
function constantConversion(planner: Planner, call: ResolvedCall): CelValue | undefined {
  const result = conversionOf(planner.checked, call)
  return result === undefined || isFailure(result) ? undefined : result
}

/** The reference's operators report a wrong type of the left operand differently from one of the right operand. */
function wrongTypes(name: string, values: readonly CelValue[]): CelFailure {
  const [first = null] = values
  const trait = hasTrait(name, first)
  if (trait === true || (trait === false && isReceiver(first))) return noSuchOverload
  if (trait === false) return new CelFailure(`no such overload: ${name}`)
  return new CelFailure(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`)
}

/** Values of types that have methods in the reference are asked for an operator that their type lacks. */
const isReceiver = (value: CelValue): boolean =>
  typeof value === 'string' || value instanceof CelTimestamp || value instanceof CelDuration

const access: Access = (a, b) => (a instanceof CelOptional ? optionalAt(a, b) : at(a, b))

/** Functions that need more than the values of all their arguments. */
const special: ReadonlyMap<string, (planner: Planner, call: ResolvedCall, how: How) => Plan> = new Map([
  ['_&&_', (planner: Planner, { args }: ResolvedCall) => planLogic(planner, args, false)],
  ['_||_', (planner, { args }) => planLogic(planner, args, true)],
  ['_?_:_', (planner, { args }) => planConditional(planner, args)],
  ['@not_strictly_false', (planner, { args }) => planNotFalse(planner, args)],
  ['_[_]', planIndex(access)],
  ['_[?_]', planIndex(optionalAt)],
  ['_?._', planIndex(optionalAt)],
  ['or', planOptionalOr],
  ['orValue', planOptionalOr],
  ['@in', planMembership],
])
