import type { CelConstant } from '../run/value.ts'
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
class MacroError extends Error {
  readonly node: CelNode
  constructor(node: CelNode, message: string) {
    super(message)
    this.node = node
  }
}

type Expand = (make: Maker, written: WrittenCall & { readonly target: CelNode }) => CelNode

/** Returns the call, or its expansion if its name and number of arguments are those of a macro. */
export function expandMacro(state: ParseState, written: WrittenCall): CelNode {
  const { name, target, args } = written
  try {
    if (target === null)
      return name === 'has' && args.length === 1 ? expandHas(state, written) : plainCall(state, written)
    if (state.canBind && name === 'bind' && args.length === 3 && target.kind === 'ident' && target.name === 'cel')
      return bind(new Maker(state, written), { ...written, target })
    const expand = macros.get(`${name}:${args.length}`)
    return expand === undefined ? plainCall(state, written) : expand(new Maker(state, written), { ...written, target })
  } catch (error) {
    if (!(error instanceof MacroError)) throw error
    state.report({ from: error.node.at, to: error.node.to }, error.message)
    return state.errorNode(written)
  }
}

const plainCall = (state: ParseState, { name, target, args, from, to, at }: WrittenCall): CelNode => ({
  kind: 'call',
  id: state.nextId(),
  from,
  to,
  at,
  name,
  target,
  args,
})

function expandHas(state: ParseState, { args, from, to, at }: WrittenCall): CelNode {
  const field = args[0]
  if (field?.kind === 'error') return field
  if (field?.kind === 'select') return { ...field, id: state.nextId(), from, to, at, isTest: true }
  throw new MacroError(field ?? state.errorNode({ from, to }), 'invalid argument to has() macro')
}

/** Creates the nodes of an expansion, all at the position of the call. */
class Maker {
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

function variablesOf(args: readonly CelNode[], count: number, problem: string): Variables {
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

const simpleName = 'argument must be a simple name'
const identifier = 'argument is not an identifier'

const last = (args: readonly CelNode[], fromEnd = 1): CelNode => {
  const node = args[args.length - fromEnd]
  if (node === undefined) throw new RangeError('macros are found by their number of arguments')
  return node
}

const all =
  (count: number): Expand =>
  (make, { target, args }) =>
    make.fold({
      range: target,
      ...variablesOf(args, count, simpleName),
      initial: make.literal(true),
      condition: make.call('@not_strictly_false', make.accumulator()),
      step: make.call('_&&_', make.accumulator(), last(args)),
      result: make.accumulator(),
    })

const exists =
  (count: number): Expand =>
  (make, { target, args }) =>
    make.fold({
      range: target,
      ...variablesOf(args, count, simpleName),
      initial: make.literal(false),
      condition: make.call('@not_strictly_false', make.call('!_', make.accumulator())),
      step: make.call('_||_', make.accumulator(), last(args)),
      result: make.accumulator(),
    })

const existsOne =
  (count: number): Expand =>
  (make, { target, args }) =>
    make.fold({
      range: target,
      ...variablesOf(args, count, simpleName),
      initial: make.literal(0n),
      condition: make.literal(true),
      step: make.call('_?_:_', last(args), make.call('_+_', make.accumulator(), make.literal(1n)), make.accumulator()),
      result: make.call('_==_', make.accumulator(), make.literal(1n)),
    })

/** A comprehension that collects a list or a map, with an optional filter as the last argument but one. */
const collect =
  (count: number, problem: string, add: (make: Maker, args: readonly CelNode[]) => CelNode): Expand =>
  (make, { name, target, args }) => {
    const variables = variablesOf(args, count, problem)
    const step = add(make, args)
    const isFiltered = args.length > count + 1
    return make.fold({
      range: target,
      ...variables,
      initial: name.startsWith('transformMap') ? make.map() : make.list(),
      condition: make.literal(true),
      step: isFiltered ? make.call('_?_:_', last(args, 2), step, make.accumulator()) : step,
      result: make.accumulator(),
    })
  }

const append = (make: Maker, args: readonly CelNode[]): CelNode =>
  make.call('_+_', make.accumulator(), make.list(last(args)))

const filter: Expand = (make, { target, args }) => {
  const variables = variablesOf(args, 1, identifier)
  const step = make.call('_+_', make.accumulator(), make.list(make.ident(variables.variable)))
  return make.fold({
    range: target,
    ...variables,
    initial: make.list(),
    condition: make.literal(true),
    step: make.call('_?_:_', last(args), step, make.accumulator()),
    result: make.accumulator(),
  })
}

/** A comprehension over an empty range whose accumulator is the value of the optional. */
const optionalMap =
  (isFlat: boolean): Expand =>
  (make, { name, target, args }) => {
    const variable = args[0]
    if (variable?.kind !== 'ident')
      throw new MacroError(variable ?? target, `${name}() variable name must be a simple identifier`)
    const mapped = make.fold({
      range: make.list(),
      variable: '#unused',
      accumulator: variable.name,
      initial: make.member('value', target),
      condition: make.literal(false),
      step: make.ident(variable.name),
      result: last(args),
    })
    const some = isFlat ? mapped : make.call('optional.of', mapped)
    return make.call('_?_:_', make.member('hasValue', target), some, make.call('optional.none'))
  }

/** `cel.bind(x, value, result)`: names a value, so that it is evaluated once. */
const bind: Expand = (make, { target, args }) => {
  const [variable = target, value = target] = args
  if (variable.kind !== 'ident') throw new MacroError(variable, 'cel.bind() variable names must be simple identifiers')
  return make.fold({
    range: make.list(),
    variable: '#unused',
    accumulator: variable.name,
    initial: value,
    condition: make.literal(false),
    step: make.ident(variable.name),
    result: last(args),
  })
}

const insertEntry = (make: Maker, args: readonly CelNode[]): CelNode =>
  make.call('cel.@mapInsert', make.accumulator(), last(args))
const insertValue = (make: Maker, args: readonly CelNode[]): CelNode => {
  const key = args[0]
  return make.call('cel.@mapInsert', make.accumulator(), make.ident(key?.kind === 'ident' ? key.name : ''), last(args))
}

/** `list.sortBy(x, key)`: sorts by a parallel list of keys. */
const sortBy: Expand = (make, { target, args }) => {
  const isVariable =
    target.kind === 'ident' ||
    target.kind === 'list' ||
    target.kind === 'select' ||
    target.kind === 'fold' ||
    target.kind === 'call'
  if (!isVariable)
    throw new MacroError(
      target,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    )
  const variables = variablesOf(args, 1, 'sortBy variable name must be a simple identifier')
  const held = '@__sortBy_input__'
  const keys = make.fold({
    range: make.ident(held),
    ...variables,
    initial: make.list(),
    condition: make.literal(true),
    step: append(make, args),
    result: make.accumulator(),
  })
  return make.fold({
    range: make.list(),
    variable: '#unused',
    accumulator: held,
    initial: target,
    condition: make.literal(false),
    step: make.ident(held),
    result: make.member('@sortByAssociatedKeys', make.ident(held), keys),
  })
}

/** By name and number of arguments, without the target. */
const macros: ReadonlyMap<string, Expand> = new Map([
  ['all:2', all(1)],
  ['all:3', all(2)],
  ['exists:2', exists(1)],
  ['exists:3', exists(2)],
  ['exists_one:2', existsOne(1)],
  ['existsOne:2', existsOne(1)],
  ['existsOne:3', existsOne(2)],
  ['exists_one:3', existsOne(2)],
  ['map:2', collect(1, identifier, append)],
  ['map:3', collect(1, identifier, append)],
  ['filter:2', filter],
  ['optMap:2', optionalMap(false)],
  ['optFlatMap:2', optionalMap(true)],
  ['sortBy:2', sortBy],
  ['transformList:3', collect(2, simpleName, append)],
  ['transformList:4', collect(2, simpleName, append)],
  ['transformMap:3', collect(2, simpleName, insertValue)],
  ['transformMap:4', collect(2, simpleName, insertValue)],
  ['transformMapEntry:3', collect(2, simpleName, insertEntry)],
  ['transformMapEntry:4', collect(2, simpleName, insertEntry)],
])
