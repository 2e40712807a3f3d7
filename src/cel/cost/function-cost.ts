import type { CelNode } from '#cel/syntax/ast.ts'
import { CHECK_COST, PATTERN, TRAVERSAL } from './call-cost.ts'
import type { EstimateState } from './estimate-state.ts'
import { MOST, exactly, nothing, plus, scaled, times, union, type Range } from './range.ts'

/** A call whose cost is estimated. */
export interface EstimatedCall {
  readonly node: CelNode
  readonly name: string
  /** Id of the overload. */
  readonly id: string
  /** With the target first, if there is one. */
  readonly args: readonly CelNode[]
  readonly isMember: boolean
  /** Costs of the arguments, without the target. */
  readonly argCosts: readonly Range[]
}

export interface FunctionCost {
  readonly cost: Range
  /** Size of the result. */
  readonly size?: Range | undefined
}

type Estimate = (state: EstimateState, call: EstimatedCall) => FunctionCost | undefined

/** Estimates the cost of a call with its arguments, but without its target. */
export function functionCost(state: EstimateState, call: EstimatedCall): FunctionCost {
  const whole = wholes.get(call.id)?.(state, call)
  if (whole !== undefined) return whole
  const found = byOverload.get(call.id)?.(state, call) ?? byName.get(call.name)?.(state, call) ?? { cost: exactly(1) }
  return { ...found, cost: plus(found.cost, ...call.argCosts) }
}

const arg = (call: EstimatedCall, at: number): CelNode => {
  const node = call.args[at]
  if (node === undefined) throw new RangeError('the checker counts arguments')
  return node
}
const size = (state: EstimateState, call: EstimatedCall, at: number): Range => state.sizeOrUnknown(arg(call, at))

const one: Estimate = () => ({ cost: exactly(1) })
const check: Estimate = () => ({ cost: exactly(CHECK_COST) })

const traverse =
  (times = 1, keepsSize = false): Estimate =>
  (state, call) => {
    const read = size(state, call, 0)
    return { cost: scaled(read, times * TRAVERSAL), ...(keepsSize && { size: read }) }
  }

const pattern =
  (isSearch: boolean): Estimate =>
  (state, call) => {
    const read = size(state, call, 0)
    const cost = times(scaled(plus(read, exactly(1)), TRAVERSAL), scaled(size(state, call, 1), PATTERN))
    return { cost, ...(isSearch && { size: { min: 0, max: read.max } }) }
  }

const selector: Estimate = (state, call) => {
  const read = size(state, call, 1)
  return { cost: plus(exactly(10), scaled(read, TRAVERSAL), scaled(scaled(read, 0.5), 50)) }
}

/** Reads all of a list, and of the texts in it. */
const list: Estimate = (state, call) => {
  const target = arg(call, 0)
  const element = state.typeOf(target).params[0]
  if (element === undefined) return { cost: scaled(size(state, call, 0), TRAVERSAL) }
  const hasText = element.kind === 'string' || element.kind === 'bytes'
  const each = hasText ? plus(exactly(1), scaled(itemSize(state, target), TRAVERSAL)) : exactly(1)
  return { cost: times(size(state, call, 0), each) }
}

const itemSize = (state: EstimateState, node: CelNode): Range =>
  state.declaredSize([...pathOrNothing(state, node), '@items']) ?? { min: 0, max: MOST }

const pathOrNothing = (state: EstimateState, node: CelNode): readonly string[] => {
  const path = state.pathOf(node)
  return path.length === 0 ? ['@result'] : path
}

const replace: Estimate = (state, call) => {
  const [read, old, by] = [size(state, call, 0), size(state, call, 1), size(state, call, 2)]
  const most = replaced(read.max, { old: old.min, by: by.max, grows: by.max > old.min })
  const least = replaced(read.min, { old: old.max, by: by.min, grows: old.max > by.min })
  const result = {
    min: times(exactly(least.count), by).min + least.kept,
    max: plus(times(exactly(most.count), by), exactly(most.kept)).max,
  }
  return { cost: scaled(read, 2 * TRAVERSAL), size: result }
}

interface Replacement {
  readonly old: number
  readonly by: number
  readonly grows: boolean
}

/** Returns the maximum number of replacements in a text of a size, and how much of the text remains. */
function replaced(read: number, { old, grows }: Replacement): { readonly count: number; readonly kept: number } {
  if (old === 0) return { count: Math.min(read + 1, MOST), kept: read }
  return grows ? { count: Math.ceil(read / old), kept: 0 } : { count: 0, kept: read }
}

const split: Estimate = (state, call) => {
  const read = size(state, call, 0)
  const limit = call.args[2]
  const most = limit?.kind === 'literal' && typeof limit.value === 'bigint' ? Number(limit.value) : read.max
  return { cost: scaled(read, 2 * TRAVERSAL), size: { min: 0, max: most < 0 ? MOST : most } }
}

const join: Estimate = (state, call) => {
  const count = size(state, call, 0)
  const texts = times(count, itemSize(state, arg(call, 0)))
  const between = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const whole = call.args.length > 1 ? plus(texts, times(size(state, call, 1), between)) : texts
  return { cost: scaled(whole, TRAVERSAL), size: whole }
}

const addressBytes: Range = { min: 4, max: 16 }
const comparedBytes = scaled(plus(addressBytes, addressBytes), TRAVERSAL)

const contained =
  (id: string, base: Range): Estimate =>
  (state, call) => ({ cost: call.id === id ? plus(base, scaled(size(state, call, 1), TRAVERSAL)) : base })

const validate: Estimate = (state, call) => ({
  cost: scaled(scaled(size(state, call, 1), TRAVERSAL), 128 * PATTERN),
})

const opaqueEquality: Estimate = (state, call) => {
  const type = state.typeOf(arg(call, 0))
  return type.kind === 'opaque' && type.name !== 'optional_type' ? { cost: exactly(1) } : equality(state, call)
}

const equality: Estimate = (state, call) => {
  const max = Math.min(size(state, call, 0).max, size(state, call, 1).max)
  return { cost: scaled({ min: max > 0 ? 1 : 0, max }, TRAVERSAL) }
}

const concatenated =
  (isText: boolean): Estimate =>
  (state, call) => {
    const whole = plus(size(state, call, 0), size(state, call, 1))
    const [left, right] = [state.entriesOf(arg(call, 0)), state.entriesOf(arg(call, 1))]
    if (left !== undefined && right !== undefined)
      state.setEntries(call.node, {
        isList: left.isList,
        key: union(left.key, right.key),
        value: union(left.value, right.value),
      })
    return { cost: isText ? scaled(whole, TRAVERSAL) : exactly(1), size: whole }
  }

const logic: Estimate = (_, { argCosts }) => {
  const [left = nothing, right = nothing] = argCosts
  return { cost: { min: left.min, max: plus(left, right).max } }
}

const conditional: Estimate = (state, call) => {
  const [condition = nothing, yes = nothing, no = nothing] = call.argCosts
  const [left, right] = [state.entriesOf(arg(call, 1)), state.entriesOf(arg(call, 2))]
  if (left !== undefined && right !== undefined)
    state.setEntries(call.node, {
      isList: left.isList,
      key: union(left.key, right.key),
      value: union(left.value, right.value),
    })
  return { cost: plus(condition, union(yes, no)), size: union(size(state, call, 1), size(state, call, 2)) }
}

function product(factor: number): Estimate {
  return (state, call) => ({
    cost: plus(exactly(1), scaled(times(size(state, call, 0), size(state, call, 1)), factor)),
  })
}

/** Cost of a call that creates a list. */
const listCall = (count: Range, factor: number): FunctionCost => ({
  cost: plus(scaled(count, factor), exactly(11)),
  size: count,
})

const wholeNumber = (node: CelNode | undefined, otherwise: number): number =>
  node?.kind === 'literal' && typeof node.value === 'bigint' ? Math.max(0, Number(node.value)) : otherwise

const sliced: Estimate = (state, call) => {
  const from = wholeNumber(call.args[1], 0)
  const to = wholeNumber(call.args[2], size(state, call, 0).max)
  // The reference uses unsigned integers: a negative result wraps around to the maximum.
  return listCall(exactly(to < from ? MOST : to - from), 1)
}
const ranged: Estimate = (_, call) => listCall(exactly(wholeNumber(call.args[0], MOST)), 1)
const reversed: Estimate = (state, call) => listCall(size(state, call, 0), 1)
const flattened: Estimate = (state, call) =>
  listCall(size(state, call, 0), call.args.length > 1 ? wholeNumber(call.args[1], MOST) : 1)

/**
 * Compares every element with every other; texts cost slightly more. @param at the index of the list among the
 * arguments
 */
function allPairs(at: number, readsTexts: boolean): Estimate {
  return (state, call) => {
    const count = size(state, call, at)
    const kind = state.typeOf(arg(call, at)).params[0]?.kind
    const factor = readsTexts && (kind === 'string' || kind === 'bytes') ? 2 + TRAVERSAL : 2
    return listCall(times(count, count), factor)
  }
}

const contains: Estimate = (state, call) => ({
  cost: times(scaled(size(state, call, 0), TRAVERSAL), scaled(size(state, call, 1), TRAVERSAL)),
})

const affix: Estimate = (state, call) => ({ cost: scaled(size(state, call, 1), TRAVERSAL) })

const quoted: Estimate = (state, call) => {
  const { min, max } = size(state, call, 0)
  return { cost: scaled({ min, max }, TRAVERSAL), size: { min: min + 2, max: Math.min(MOST, max * 2 + 2) } }
}

const toBytes: Estimate = (state, call) => {
  const { min, max } = size(state, call, 0)
  return { cost: scaled({ min, max }, TRAVERSAL), size: { min, max: Math.min(MOST, max * 4) } }
}

const toText: Estimate = (state, call) => {
  const { min, max } = size(state, call, 0)
  return { cost: scaled({ min, max }, TRAVERSAL), size: { min: Math.trunc(min / 4), max } }
}

/** Calls that may skip arguments: their estimates already include the arguments. */
const wholes: ReadonlyMap<string, Estimate> = new Map([
  ['logical_and', logic],
  ['logical_or', logic],
  ['conditional', conditional],
])

const orders = ['less', 'less_equals', 'greater', 'greater_equals'].flatMap((word) => [
  `${word}_string`,
  `${word}_bytes`,
])

const byOverload: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ['cidr_ip', one],
  ['string_to_bytes', toBytes],
  ['bytes_to_string', toText],
  ['in_list', (state, call) => ({ cost: size(state, call, 1) })],
  ['matches_string', pattern(false)],
  ['add_string', concatenated(true)],
  ['add_bytes', concatenated(true)],
  ['add_list', concatenated(false)],
  ['equals', opaqueEquality],
  ['not_equals', equality],
  ...orders.map((id) => [id, equality] as const),
])

const named = (names: string, estimate: Estimate): readonly (readonly [string, Estimate])[] =>
  names.split(' ').map((name) => [name, estimate] as const)

const byName: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ['check', check],
  ['slice', sliced],
  ['lists.range', ranged],
  ['reverse', reversed],
  ['flatten', flattened],
  ['distinct', allPairs(0, false)],
  ['sort', allPairs(0, true)],
  ['@sortByAssociatedKeys', allPairs(1, true)],
  ['sets.contains', product(1)],
  ['sets.intersects', product(1)],
  ['sets.equivalent', product(2)],
  ...named('fieldSelector labelSelector', selector),
  ...named('isSorted sum max min indexOf lastIndexOf', list),
  ...named('url jsonpatch.escapeKey lowerAscii upperAscii substring trim', traverse(1, true)),
  ...named('cidr isIP isCIDR ip quantity isQuantity semver isSemver format', traverse()),
  ['ip.isCanonical', traverse(2)],
  ['replace', replace],
  ['split', split],
  ['join', join],
  ...named('find findAll', pattern(true)),
  ['containsIP', contained('cidr_contains_ip_string', comparedBytes)],
  [
    'containsCIDR',
    contained('cidr_contains_cidr_string', plus(comparedBytes, scaled(addressBytes, TRAVERSAL), exactly(1))),
  ],
  ['validate', validate],
  ['contains', contains],
  ...named('startsWith endsWith', affix),
  ['strings.quote', quoted],
])
