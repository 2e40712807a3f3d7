import type { CelConstant } from '#cel/run/value.ts'
import type { CelNode, FoldNode } from './ast.ts'
import type { ParseState } from './parse-state.ts'

/** A call as written; a macro may expand it. */
export interface WrittenCall {
  readonly name: string
  readonly target: CelNode | null
  readonly args: readonly CelNode[]
  /** The opening bracket. */
  readonly at: number
  readonly from: number
  readonly to: number
}

/** The accumulator variable of a comprehension; no expression can refer to this name. */
const ACCUMULATOR = '@result'
const forbiddenNames: ReadonlySet<string> = new Set([ACCUMULATOR, '__result__'])

/** Thrown when the arguments do not fit a macro, with the position and the message. */
export class MacroError extends Error {
  readonly node: CelNode
  constructor(node: CelNode, message: string) {
    super(message)
    this.node = node
  }
}

/** Creates the nodes of an expansion, all at the position of the call. */
export class Maker {
  private readonly state: ParseState
  private readonly written: WrittenCall
  constructor(state: ParseState, written: WrittenCall) {
    this.state = state
    this.written = written
  }
  private place(): { readonly id: number; readonly from: number; readonly to: number; readonly at: number } {
    const { from, to, at } = this.written
    return { id: this.state.nextId(), from, to, at }
  }
  literal(value: CelConstant): CelNode {
    return { kind: 'literal', ...this.place(), value }
  }
  ident(name: string): CelNode {
    return { kind: 'ident', ...this.place(), name }
  }
  list(...elements: readonly CelNode[]): CelNode {
    return { kind: 'list', ...this.place(), elements, optionals: new Set() }
  }
  map(): CelNode {
    return { kind: 'map', ...this.place(), entries: [] }
  }
  call(name: string, ...args: readonly CelNode[]): CelNode {
    return { kind: 'call', ...this.place(), name, target: null, args }
  }
  member(name: string, target: CelNode, ...args: readonly CelNode[]): CelNode {
    return { kind: 'call', ...this.place(), name, target, args }
  }
  accumulator(): CelNode {
    return this.ident(ACCUMULATOR)
  }
  fold(
    parts: Pick<FoldNode, 'range' | 'variable' | 'initial' | 'condition' | 'step' | 'result'> & Partial<FoldNode>,
  ): CelNode {
    const macro = this.written.name
    return { accumulator: ACCUMULATOR, variable2: null, ...parts, kind: 'fold', macro, ...this.place() }
  }
}

interface Variables {
  readonly variable: string
  readonly variable2: string | null
}

/** Returns the variables that the first `count` arguments name. @throws MacroError */
export function variablesOf(args: readonly CelNode[], count: number, problem: string): Variables {
  const names = args.slice(0, count).map((arg) => {
    if (arg.kind !== 'ident') throw new MacroError(arg, problem)
    return arg.name
  })
  const [variable = '', variable2 = null] = names
  const second = args[1]
  if (variable === variable2 && second !== undefined)
    throw new MacroError(second, `duplicate variable name: ${variable}`)
  for (const [i, name] of names.entries()) {
    const arg = args[i]
    if (arg !== undefined && forbiddenNames.has(name))
      throw new MacroError(arg, 'iteration variable overwrites accumulator variable')
  }
  return { variable, variable2 }
}

/** Returns the last argument, or one before it. */
export const last = (args: readonly CelNode[], fromEnd = 1): CelNode => {
  const node = args[args.length - fromEnd]
  if (node === undefined) throw new RangeError('macros are found by their number of arguments')
  return node
}
