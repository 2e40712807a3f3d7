import type { ResolvedCall } from '../check/check-state.ts'
import type { Overload } from '../library/declare.ts'
import type { CallNode, CelNode } from '../syntax/ast.ts'
import { at, optionalAt } from './access.ts'
import { constantOf } from './constant.ts'
import { callCost } from '../cost/call-cost.ts'
import { isOfType, typeNameOf } from './describe.ts'
import { pathCost } from './plan-name.ts'
import { hasTrait } from './traits.ts'
import { noSuchOverload, type Plan, type Planner } from './run.ts'
import { CelFailure, CelMap, CelOptional, isFailure, type CelOutcome, type CelValue } from './value.ts'

export function planCall(planner: Planner, node: CallNode): Plan {
  const call = planner.checked.calls.get(node.id)
  if (call === undefined) return () => new CelFailure(`unresolved call: ${node.name}`)
  return (special.get(call.fn.name) ?? planFunction)(planner, call)
}

const plansOf = (planner: Planner, args: readonly CelNode[]): readonly [Plan, Plan] => {
  const [a, b] = args
  if (a === undefined || b === undefined) throw new RangeError('the checker counts arguments')
  return [planner.plan(a), planner.plan(b)]
}

/** `&&` and `||`: one deciding side is enough, even when the other fails. @param decides the value that settles it */
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

function planConditional(planner: Planner, args: readonly CelNode[]): Plan {
  const [condition, yes] = plansOf(planner, args)
  const last = args[2]
  const no = last === undefined ? () => null : planner.plan(last)
  return (run) => {
    const test = condition(run)
    if (isFailure(test)) return test
    return typeof test === 'boolean' ? (test ? yes : no)(run) : noSuchOverload
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

function planIndex(planner: Planner, args: readonly CelNode[], read: (a: CelValue, b: CelValue) => CelOutcome): Plan {
  const [operand, index] = plansOf(planner, args)
  const cost = args[0] === undefined ? 1 : pathCost(args[0])
  return (run) => {
    const container = operand(run)
    if (isFailure(container)) return container
    const key = index(run)
    if (isFailure(key)) return key
    run.charge(cost)
    return read(container, key)
  }
}

/** The right side runs only when the left one is empty. */
function planOptionalOr(planner: Planner, call: ResolvedCall): Plan {
  const [left, right] = plansOf(planner, call.args)
  const isValue = call.fn.name === 'orValue'
  return (run) => {
    const optional = left(run)
    if (isFailure(optional)) return optional
    if (!(optional instanceof CelOptional)) return noSuchOverload
    if (optional.value !== undefined) return isValue ? optional.value : optional
    return right(run)
  }
}

/** `x in [1, 2]`: the reference looks up a list of literals in a set, for nothing. */
function planMembership(planner: Planner, call: ResolvedCall): Plan {
  const container = constantOf(call.args[1])
  const element = call.args[0]
  if (container === undefined || element === undefined || container instanceof CelMap)
    return planFunction(planner, call)
  const plan = planner.plan(element)
  const run = call.overloads[0]?.run ?? (() => noSuchOverload)
  return (frame) => {
    const value = plan(frame)
    return isFailure(value) ? value : run(value, container)
  }
}

function planFunction(planner: Planner, call: ResolvedCall): Plan {
  const { fn, overloads, args } = call
  const plans = args.map((arg) => planner.plan(arg))
  const conversion = constantConversion(call)
  if (conversion !== undefined) return () => conversion
  return (run) => {
    const values: CelValue[] = []
    for (const plan of plans) {
      const value = plan(run)
      if (isFailure(value)) return value
      values.push(value)
    }
    const chosen = choose(overloads, values)
    const result = chosen === undefined ? wrongTypes(fn.name, values) : chosen.run(...values)
    run.charge(callCost(fn.name, chosen?.id ?? '', values, result))
    return result
  }
}

const conversions: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'string',
  'timestamp',
  'uint',
])

/** `duration('1h')` is worked out once, and for nothing; what fails is left to fail when it is reached. */
function constantConversion({ fn, overloads, args }: ResolvedCall): CelValue | undefined {
  const value = conversions.has(fn.name) && args.length === 1 ? constantOf(args[0]) : undefined
  if (value === undefined) return undefined
  const result = choose(overloads, [value])?.run(value)
  return result === undefined || isFailure(result) ? undefined : result
}

const choose = (overloads: readonly Overload[], values: readonly CelValue[]): Overload | undefined =>
  overloads.find(
    ({ args }) => args.length === values.length && args.every((type, i) => isOfType(values[i] ?? null, type)),
  )

/** The reference's operators fail in one way on the wrong type of the left side, and in another on that of the right. */
function wrongTypes(name: string, values: readonly CelValue[]): CelFailure {
  const [first = null] = values
  const trait = hasTrait(name, first)
  if (trait === true) return noSuchOverload
  if (trait === false) return new CelFailure(`no such overload: ${name}`)
  return new CelFailure(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`)
}

const access = (a: CelValue, b: CelValue): CelOutcome => (a instanceof CelOptional ? optionalAt(a, b) : at(a, b))

/** Functions that do not simply run on the values of all their arguments. */
const special: ReadonlyMap<string, (planner: Planner, call: ResolvedCall) => Plan> = new Map([
  ['_&&_', (planner: Planner, { args }: ResolvedCall) => planLogic(planner, args, false)],
  ['_||_', (planner, { args }) => planLogic(planner, args, true)],
  ['_?_:_', (planner, { args }) => planConditional(planner, args)],
  ['@not_strictly_false', (planner, { args }) => planNotFalse(planner, args)],
  ['_[_]', (planner, { args }) => planIndex(planner, args, access)],
  ['_[?_]', (planner, { args }) => planIndex(planner, args, optionalAt)],
  ['_?._', (planner, { args }) => planIndex(planner, args, optionalAt)],
  ['or', planOptionalOr],
  ['orValue', planOptionalOr],
  ['@in', planMembership],
])
