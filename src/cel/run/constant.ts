import type { Checked, ResolvedCall } from '#cel/check/check-state.ts'
import { patternError } from '#cel/library/regular-expression.ts'
import type { Overload } from '#cel/library/declare.ts'
import { partsOf, type CelNode, type MapNode } from '#cel/syntax/ast.ts'
import { isOfType, typeNameOf } from './describe.ts'
import { CelArray, CelEntries, CelFailure, isFailure, type CelOutcome, type CelValue } from './value.ts'

/** Returns the value of a node that consists only of literals and conversions of them; otherwise undefined. */
export function constantOf(node: CelNode | undefined, checked: Checked): CelValue | undefined {
  switch (node?.kind) {
    case 'literal':
      return node.value
    case 'list': {
      const items = node.optionals.size === 0 ? node.elements.map((each) => constantOf(each, checked)) : [undefined]
      return items.every(isKnown) ? new CelArray(items) : undefined
    }
    case 'map':
      return constantMap(node, checked)
    case 'call': {
      const call = checked.calls.get(node.id)
      const value = call === undefined ? undefined : conversionOf(checked, call)
      return value === undefined || isFailure(value) ? undefined : value
    }
    default:
      return undefined
  }
}

function constantMap(node: MapNode, checked: Checked): CelValue | undefined {
  const entries: (readonly [CelValue, CelValue])[] = []
  for (const { key, value, isOptional } of node.entries) {
    const constantKey = constantOf(key, checked)
    const constantValue = constantOf(value, checked)
    const isKey = constantKey !== undefined && !(constantKey instanceof Uint8Array)
    if (isOptional || !isKey || constantValue === undefined) return undefined
    entries.push([constantKey, constantValue])
  }
  return new CelEntries(entries)
}

const isKnown = (value: CelValue | undefined): value is CelValue => value !== undefined

const conversions: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
)

/** Returns the result of converting a constant, a failure if it has no such conversion; undefined for other calls. */
export function conversionOf(checked: Checked, { fn, overloads, args }: ResolvedCall): CelOutcome | undefined {
  const value = conversions.has(fn.name) && args.length === 1 ? constantOf(args[0], checked) : undefined
  if (value === undefined) return undefined
  const chosen = choose(overloads, [value])
  return chosen === undefined ? new CelFailure(`no such overload: ${fn.name}(${typeNameOf(value)})`) : chosen.run(value)
}

/** Returns the overload for values of these types. */
export const choose = (overloads: readonly Overload[], values: readonly CelValue[]): Overload | undefined =>
  overloads.find(
    ({ args }) => args.length === values.length && args.every((type, i) => isOfType(values[i] ?? null, type)),
  )

/** A literal pattern is compiled at compile time, and may be invalid. */
function patternProblem({ fn, args }: ResolvedCall): CelFailure | undefined {
  const pattern = args[1]
  const isSearch = fn.name === 'find' || fn.name === 'findAll' || fn.name === 'matches'
  if (!isSearch || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return undefined
  const problem = patternError(pattern.value)
  return problem === null ? undefined : new CelFailure(problem)
}

export interface ConstantProblem {
  readonly node: CelNode
  readonly message: string
}

/**
 * Returns the first conversion of a constant that fails: the reference refuses to create a program from such an
 * expression.
 */
export function constantProblem(node: CelNode, checked: Checked): ConstantProblem | undefined {
  for (const part of partsOf(node)) {
    const problem = constantProblem(part, checked)
    if (problem !== undefined) return problem
  }
  const call = node.kind === 'call' ? checked.calls.get(node.id) : undefined
  if (call === undefined) return undefined
  const value = patternProblem(call) ?? conversionOf(checked, call)
  return value !== undefined && isFailure(value) ? { node, message: value.message } : undefined
}
