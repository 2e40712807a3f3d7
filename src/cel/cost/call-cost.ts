import { sizeForCost } from '#cel/run/size.ts'
import { byteLength } from '#api/names.ts'
import { CelList, CelMap, CelOpaque, type CelOutcome, type CelValue } from '#cel/run/value.ts'

/** Cost of reading one character. */
export const TRAVERSAL = 0.1
/** Cost factor per character of a pattern. */
export const PATTERN = 0.25
export const CHECK_COST = 350_000

export type Cost = (overload: string, args: readonly CelValue[], result: CelOutcome) => number

const traverse = (size: number, times = 1): number => Math.ceil(size * times * TRAVERSAL)
/** Cost of matching a pattern of `patternSize` characters against a text of `size` characters. */
export const patternCost = (size: number, patternSize: number): number =>
  Math.ceil((1 + size) * TRAVERSAL) * Math.ceil(patternSize * PATTERN)

const first =
  (times = 1): Cost =>
  (_, args) =>
    traverse(sizeForCost(args[0]), times)
const pattern: Cost = (_, args) => patternCost(sizeForCost(args[0]), sizeForCost(args[1]))

/** Cost of reading a value and all texts in it. */
const traverseAll: Cost = (_, args) => traversalOf(args[0])

function traversalOf(value: CelOutcome | undefined): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return Math.trunc(byteSize(value) * TRAVERSAL)
  let cost = 0
  if (value instanceof CelList) {
    for (let i = 0; i < value.size; i++) cost += traversalOf(value.at(i))
    return cost
  }
  if (!(value instanceof CelMap)) return 1
  for (const key of value.keys()) cost += traversalOf(key) + traversalOf(value.get(key))
  return cost
}

const byteSize = (value: string | Uint8Array): number => (typeof value === 'string' ? byteLength(value) : value.length)

const shorter: Cost = (_, args) => traverse(Math.min(sizeForCost(args[0]), sizeForCost(args[1])))
const compared: Cost = (overload, args, result) => (/string|bytes/.test(overload) ? shorter(overload, args, result) : 1)
const equality: Cost = (overload, args, result) => (args[0] instanceof CelOpaque ? 1 : shorter(overload, args, result))

const added: Cost = (overload, args) =>
  overload === 'add_string' || overload === 'add_bytes' ? traverse(sizeForCost(args[0]) + sizeForCost(args[1])) : 1

const converted: Cost = (overload, args, result) =>
  overload === 'string_to_bytes' || overload === 'bytes_to_string' ? first()(overload, args, result) : 1

const selector: Cost = (_, args) => {
  const size = sizeForCost(args[1])
  return 10 + traverse(size) + Math.ceil(Math.ceil(size * 0.5) * 50)
}

const contained =
  (extra: number, word: string): Cost =>
  (overload, args) => {
    const size = sizeForCost(args[0])
    const parse = overload === `cidr_contains_${word}_string` ? traverse(sizeForCost(args[1])) : 0
    return traverse(size + size) + (extra === 0 ? 0 : traverse(size) + extra) + parse
  }

/** Base cost of a call that creates a list. */
const LIST_CALL = 11

const made: Cost = (_, __, result) => LIST_CALL + sizeForCost(result)
const flattened: Cost = (_, [list, depth]) =>
  LIST_CALL + Math.trunc(sizeForCost(list) * (typeof depth === 'bigint' ? Number(depth) : 1))

/** Compares every element of a list with every other. @param at the index of the list among the arguments */
function allPairs(at: number): Cost {
  return (_, args) => {
    const list = args[at]
    const first = list instanceof CelList && list.size > 0 ? list.at(0) : null
    const isText = typeof first === 'string' || first instanceof Uint8Array
    return LIST_CALL + Math.trunc(sizeForCost(list) ** 2 * (isText ? 2 + TRAVERSAL : 2))
  }
}

/** Compares every element of one list with every element of the other, `times` times. */
function product(times: number): Cost {
  return (_, args) => 1 + times * sizeForCost(args[0]) * sizeForCost(args[1])
}

const costs: ReadonlyMap<string, Cost> = new Map<string, Cost>([
  ['check', () => CHECK_COST],
  ...['slice', 'lists.range', 'reverse'].map((name) => [name, made] as const),
  ['flatten', flattened],
  ['distinct', allPairs(0)],
  ['sort', allPairs(0)],
  ['@sortByAssociatedKeys', allPairs(1)],
  ['sets.contains', product(1)],
  ['sets.intersects', product(1)],
  ['sets.equivalent', product(2)],
  ['fieldSelector', selector],
  ['labelSelector', selector],
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name) => [name, traverseAll] as const),
  ...['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'jsonpatch.escapeKey'].map(
    (name) => [name, first()] as const,
  ),
  ...['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'].map((name) => [name, first()] as const),
  ['replace', first(2)],
  ['split', first(2)],
  ['ip.isCanonical', first(2)],
  ['join', (_, __, result) => traverse(sizeForCost(result), 2)],
  ['find', pattern],
  ['findAll', pattern],
  ['matches', (overload, args, result) => (overload === 'matches_string' ? pattern(overload, args, result) : 1)],
  ['ip', (overload, args, result) => (overload === 'cidr_ip' ? 1 : first()(overload, args, result))],
  ['containsIP', contained(0, 'ip')],
  ['containsCIDR', contained(1, 'cidr')],
  ['validate', (_, args) => patternCost(sizeForCost(args[1]), patternSizeOf(args[0]))],
  ['_==_', equality],
  ['_!=_', shorter],
  ...['_<_', '_<=_', '_>_', '_>=_'].map((name) => [name, compared] as const),
  ['_+_', added],
  ['startsWith', first()],
  ['endsWith', first()],
  ['strings.quote', first()],
  ['format', first()],
  ['string', converted],
  ['bytes', converted],
  ['contains', (_, args) => traverse(sizeForCost(args[0])) * traverse(sizeForCost(args[1]))],
  ['@in', (overload, args) => (overload === 'in_list' ? sizeForCost(args[1]) : 1)],
])

/** Returns the length of the pattern that a format stands for. */
const patternSizeOf = (format: CelValue | undefined): number =>
  format instanceof CelOpaque && 'patternSize' in format && typeof format.patternSize === 'number'
    ? format.patternSize
    : 1

/** Cost of a call, by the reference's rules: most cost 1, those that read texts or lists depend on their size. */
export const callCost = (name: string, overload: string, args: readonly CelValue[], result: CelOutcome): number =>
  costs.get(name)?.(overload, args, result) ?? 1

/** Cost of a call whose arguments failed: their sizes are unknown and count as one. */
export const failedCost = (name: string, overload: string): number => callCost(name, overload, [0n, 0n], 0n)

/** Reports whether every call of the function costs 1. */
export const hasPlainCost = (name: string): boolean => !costs.has(name)
