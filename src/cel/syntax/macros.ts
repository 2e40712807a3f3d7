import type { CelNode } from './ast.ts'
import { MacroError, Maker, type WrittenCall, last, variablesOf } from './macro-maker.ts'
import type { ParseState } from './parse-state.ts'

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
  if (field?.kind === 'select') return { ...field, id: state.nextId(), from, to, at, isTest: true }
  throw new MacroError(field ?? state.errorNode({ from, to }), 'invalid argument to has() macro')
}

const simpleName = 'argument must be a simple name'
const identifier = 'argument is not an identifier'

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
