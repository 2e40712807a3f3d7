import { goTypeNameOf } from './describe.ts'
import type { Checked } from '#cel/check/check-state.ts'
import type { CelNode, FoldNode, ListNode, MapNode, StructNode } from '#cel/syntax/ast.ts'
import { constantOf } from './constant.ts'
import { planCall } from './plan-call.ts'
import { planField, planIdent, type How } from './plan-name.ts'
import { Deferred, type Plan, type Planner, type Run } from './run.ts'
import {
  CelArray,
  CelEntries,
  CelFailure,
  CelList,
  CelMap,
  CelOptional,
  isFailure,
  type CelOutcome,
  type CelValue,
} from './value.ts'

/** Called for every node that is evaluated. */
export interface Watch {
  readonly before: (run: Run) => void
  readonly after: (node: CelNode, run: Run, outcome: CelOutcome) => void
}

/** Compiles a checked tree into closures, so that no names are looked up at run time. */
export function makePlan(root: CelNode, checked: Checked, watch?: Watch): Plan {
  const planner: Planner = {
    checked,
    locals: new Map(),
    depth: 0,
    plan: (node) => planWatched(planner, node, { how: 'whole', watch }),
    planBare: (node) => planWatched(planner, node, { how: 'bare', watch }),
  }
  return planner.plan(root)
}

interface Planning {
  readonly how: How
  readonly watch: Watch | undefined
}

function planWatched(planner: Planner, node: CelNode, { how, watch }: Planning): Plan {
  const plan = planNode(planner, node, how)
  return watch === undefined ? plan : watched(plan, node, watch)
}

const watched =
  (plan: Plan, node: CelNode, watch: Watch): Plan =>
  (run) => {
    watch.before(run)
    const outcome = plan(run)
    watch.after(node, run, outcome)
    return outcome
  }

function planNode(planner: Planner, node: CelNode, how: How): Plan {
  switch (node.kind) {
    case 'literal':
      return () => node.value
    case 'ident':
      return planIdent(planner, node, how)
    case 'select':
      return planField(planner, node, how)
    case 'call':
      return planCall(planner, node, how)
    case 'list':
      return planList(planner, node)
    case 'map':
      return planMap(planner, node)
    case 'struct':
      return planStruct(planner, node)
    case 'fold':
      return planFold(planner, node)
    case 'error':
      return () => new CelFailure('expression with errors')
  }
}

const LIST_COST = 10
const MAP_COST = 30
const STRUCT_COST = 40

function planList(planner: Planner, node: ListNode): Plan {
  const constant = constantOf(node, planner.checked)
  if (constant !== undefined) return () => constant
  const { elements, optionals } = node
  const plans = elements.map((element) => planner.plan(element))
  return (run) => {
    const items: CelValue[] = []
    run.charge(LIST_COST)
    for (const [i, plan] of plans.entries()) {
      const value = plan(run)
      if (isFailure(value)) return value
      if (!optionals.has(i)) items.push(value)
      else if (!(value instanceof CelOptional))
        return new CelFailure(`cannot initialize optional list element from non-optional value ${String(value)}`)
      else if (value.value !== undefined) items.push(value.value)
    }
    return new CelArray(items)
  }
}

function planMap(planner: Planner, node: MapNode): Plan {
  const constant = constantOf(node, planner.checked)
  if (constant !== undefined) return () => constant
  const { entries } = node
  const plans = entries.map(({ key, value, isOptional }) => ({
    key: planner.plan(key),
    value: planner.plan(value),
    isOptional,
  }))
  return (run) => {
    const made: (readonly [CelValue, CelValue])[] = []
    run.charge(MAP_COST)
    for (const plan of plans) {
      const key = plan.key(run)
      if (isFailure(key)) return key
      const value = plan.value(run)
      if (isFailure(value)) return value
      if (!plan.isOptional) made.push([key, value])
      else if (!(value instanceof CelOptional))
        return new CelFailure(
          `cannot initialize optional entry '${String(key)}' from non-optional value ${String(value)}`,
        )
      else if (value.value !== undefined) made.push([key, value.value])
    }
    return hashedEntries(made)
  }
}

/** Bytes cannot be keys. */
const hashedEntries = (made: readonly (readonly [CelValue, CelValue])[]): CelOutcome =>
  made.some(([key]) => key instanceof Uint8Array)
    ? new CelFailure('internal error: runtime error: hash of unhashable type types.Bytes')
    : new CelEntries(made)

/** An object created by an expression: it has only the fields that were set. */
class MadeObject extends CelEntries {
  override readonly typeName: 'map'
  constructor(typeName: string, entries: Iterable<readonly [CelValue, CelValue]>) {
    super(entries)
    this.typeName = typeName as 'map'
  }
}

function planStruct(planner: Planner, { typeName, fields }: StructNode): Plan {
  const plans = fields.map(({ name, value, isOptional }) => ({ name, value: planner.plan(value), isOptional }))
  return (run) => {
    const made: (readonly [CelValue, CelValue])[] = []
    run.charge(STRUCT_COST)
    for (const { name, value: plan, isOptional } of plans) {
      const value = plan(run)
      if (isFailure(value)) return value
      if (!isOptional) made.push([name, value])
      else if (value instanceof CelOptional && value.value !== undefined) made.push([name, value.value])
    }
    return new MadeObject(typeName, made)
  }
}

function planFold(planner: Planner, node: FoldNode): Plan {
  const range = planner.plan(node.range)
  const initial = planner.plan(node.initial)
  const slot = planner.depth
  planner.depth += 3
  const outer = new Map(planner.locals)
  planner.locals.set(node.accumulator, slot)
  const result = planner.plan(node.result)
  planner.locals.set(node.variable, slot + 1)
  if (node.variable2 !== null) planner.locals.set(node.variable2, slot + 2)
  const condition = planner.plan(node.condition)
  const step = planner.plan(node.step)
  planner.locals = outer
  planner.depth -= 3
  const hasTwo = node.variable2 !== null
  return (run) => {
    const over = range(run)
    if (isFailure(over)) return over
    if (!(over instanceof CelList) && !(over instanceof CelMap)) return notIterable(goTypeNameOf(over), hasTwo)
    // A comprehension over an empty range only binds a value to a name; its loop variable cannot be referenced.
    run.locals[slot] = over.size === 0 ? new Deferred(initial) : initial(run)
    const keys = over instanceof CelMap ? over.keys() : null
    for (let i = 0; i < over.size; i++) {
      run.locals[slot + 1] = first(over, i, { keys, hasTwo })
      if (hasTwo) run.locals[slot + 2] = keys === null ? (over as CelList).at(i) : valueAt(over, keys[i])
      if (condition(run) !== true) break
      run.locals[slot] = step(run)
    }
    return result(run)
  }
}

const notIterable = (type: string, hasTwo: boolean): CelFailure =>
  new CelFailure(hasTwo ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`)

interface FoldKind {
  readonly keys: readonly CelValue[] | null
  readonly hasTwo: boolean
}

function first(over: CelList | CelMap, i: number, { keys, hasTwo }: FoldKind): CelValue {
  if (keys !== null) return keys[i] ?? null
  if (hasTwo) return BigInt(i)
  return over instanceof CelList ? over.at(i) : null
}

function valueAt(over: CelList | CelMap, key: CelValue | undefined): CelOutcome {
  const value = over instanceof CelMap && key !== undefined ? over.get(key) : undefined
  return value === undefined ? new CelFailure('no such key') : value
}
