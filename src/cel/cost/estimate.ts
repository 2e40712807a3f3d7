import type { Checked } from '#cel/check/check-state.ts'
import {
  partsOf,
  type CallNode,
  type CelNode,
  type FoldNode,
  type ListNode,
  type MapNode,
  type SelectNode,
  type StructNode,
} from '#cel/syntax/ast.ts'
import type { CelType } from '#cel/cel-type.ts'
import { type DeclaredSizes, EstimateState } from './estimate-state.ts'
import { functionCost } from './function-cost.ts'
import { exactly, nothing, plus, times, union, type Range } from './range.ts'

/**
 * Estimates the minimum and maximum cost of an expression without running it, as the reference does when it decides
 * whether a rule may be written. `self` declares the sizes of values at paths from the first variable.
 */
export function estimateCost(root: CelNode, checked: Checked, self: DeclaredSizes): Range {
  return costOf(new EstimateState(checked, self), root)
}

const STEP = exactly(1)

function costOf(state: EstimateState, node: CelNode): Range {
  switch (node.kind) {
    case 'literal':
    case 'error':
      return nothing
    case 'ident':
      state.paths.set(node.id, state.local(node.name)?.path ?? [node.name])
      return STEP
    case 'select':
      return costOfSelect(state, node)
    case 'call':
      return costOfCall(state, node)
    case 'fold':
      return isBinding(node) ? costOfBinding(state, node) : costOfFold(state, node)
    default:
      return costOfLiteral(state, node)
  }
}

const baseCosts = { list: exactly(10), map: exactly(30), struct: exactly(40) } as const

function costOfLiteral(state: EstimateState, node: ListNode | MapNode | StructNode): Range {
  const cost = plus(baseCosts[node.kind], ...partsOf(node).map((part) => costOf(state, part)))
  if (node.kind === 'list')
    state.setEntries(node, { isList: true, key: exactly(1), value: state.unionOfSizes(node.elements) })
  if (node.kind === 'map') {
    const key = state.unionOfSizes(node.entries.map((entry) => entry.key))
    const value = state.unionOfSizes(node.entries.map((entry) => entry.value))
    state.setEntries(node, { isList: false, key, value })
  }
  return cost
}

const followed: ReadonlySet<CelType['kind']> = new Set(['map', 'object', 'param'])

function costOfSelect(state: EstimateState, node: SelectNode): Range {
  const operand = costOf(state, node.operand)
  if (node.isTest) return operand
  state.paths.set(node.id, [...state.pathOf(node.operand), node.field])
  return followed.has(state.typeOf(node.operand).kind) ? plus(operand, STEP) : operand
}

function costOfCall(state: EstimateState, node: CallNode): Range {
  const call = state.checked.calls.get(node.id)
  if (call === undefined) return nothing
  if (call.fn.name === 'dyn') return costOfDyn(state, node, call.args)
  const isMember = node.target !== null && call.args[0] === node.target
  const argCosts = call.args.map((arg) => costOf(state, arg))
  const own = isMember ? argCosts.slice(1) : argCosts
  const costs: Range[] = []
  let size: Range | undefined
  for (const { id } of call.overloads) {
    const found = functionCost(state, { node, name: call.fn.name, id, args: call.args, isMember, argCosts: own })
    costs.push(found.cost)
    size = joinSizes(size, found.size)
    size = indexedSize(state, node, id) ?? size ?? state.sizeOf(node)
  }
  if (size !== undefined) state.sizes.set(node.id, size)
  const cost = costs.length === 0 ? nothing : costs.reduce(union)
  return isMember ? plus(argCosts[0] ?? nothing, cost) : cost
}

const joinSizes = (a: Range | undefined, b: Range | undefined): Range | undefined =>
  a === undefined || b === undefined ? (a ?? b) : union(a, b)

/** Returns the declared entry size of the container for an element of a list or a value of a map. */
function indexedSize(state: EstimateState, node: CallNode, id: string): Range | undefined {
  const container = node.args[0]
  if (container === undefined || (id !== 'index_list' && id !== 'index_map')) return undefined
  state.paths.set(node.id, [...state.pathOf(container), id === 'index_list' ? '@items' : '@values'])
  return state.entriesOf(container)?.value
}

function costOfDyn(state: EstimateState, node: CallNode, args: readonly CelNode[]): Range {
  const arg = args[0]
  if (arg === undefined) return nothing
  const cost = plus(exactly(1), costOf(state, arg))
  state.copySizes(node, arg)
  return cost
}

function costOfFold(state: EstimateState, node: FoldNode): Range {
  const start = plus(costOf(state, node.range), costOf(state, node.initial))
  state.enter(node.accumulator, {
    path: state.pathOf(node.initial),
    size: state.sizeOf(node.initial),
    entries: state.entriesOf(node.initial),
  })
  const names = enterVariables(state, node)
  const loop = plus(costOf(state, node.condition), costOf(state, node.step))
  for (const name of names) state.leave(name)
  const result = costOf(state, node.result)
  state.leave(node.accumulator)
  const count = state.sizeOrUnknown(node.range)
  foldSize(state, node, count)
  return plus(start, result, times(count, loop))
}

function foldSize(state: EstimateState, node: FoldNode, count: Range): void {
  if (node.initial.kind === 'literal') {
    const size = state.sizeOf(node.initial)
    if (size !== undefined) state.sizes.set(node.id, size)
  } else if (node.initial.kind === 'list' || node.initial.kind === 'map') {
    state.sizes.set(node.id, count)
    const entries = state.entriesOf(node.step)
    if (entries !== undefined) state.setEntries(node, entries)
  }
}

function enterVariables(state: EstimateState, node: FoldNode): readonly string[] {
  const entries = state.entriesOf(node.range)
  const path = state.pathOf(node.range)
  const isList = entries?.isList ?? state.typeOf(node.range).kind === 'list'
  const value = { path: [...path, isList ? '@items' : '@values'], size: entries?.value, entries: undefined }
  if (node.variable2 === null) {
    state.enter(node.variable, isList ? value : { path: [...path, '@keys'], size: entries?.key, entries: undefined })
    return [node.variable]
  }
  state.enter(node.variable, { path: [...path, isList ? '@indices' : '@keys'], size: entries?.key, entries: undefined })
  state.enter(node.variable2, value)
  return [node.variable, node.variable2]
}

/** A comprehension over an empty range that only binds a value to a name. */
const isBinding = ({ range, condition }: FoldNode): boolean =>
  range.kind === 'list' && range.elements.length === 0 && condition.kind === 'literal' && condition.value === false

function costOfBinding(state: EstimateState, node: FoldNode): Range {
  const start = plus(costOf(state, node.range), costOf(state, node.initial))
  state.enter(node.accumulator, {
    path: state.pathOf(node.initial),
    size: state.sizeOf(node.initial),
    entries: state.entriesOf(node.initial),
  })
  const cost = plus(start, costOf(state, node.result))
  state.leave(node.accumulator)
  state.copySizes(node, node.result)
  return cost
}
