import { type CelType, typeText } from './cel-type.ts'
import type { Overload } from './library/declare.ts'
import { libraries, newestLibraries } from './library/index.ts'

/** A function as a person calls it. */
export interface CelSignature {
  readonly name: string
  /** `(string, int) list(string)`, without the target of a member function. */
  readonly text: string
  readonly result: CelType
}

interface Declared extends CelSignature {
  /** The type before the dot; `null` for global functions. */
  readonly target: CelType | null
}

/** Operators have names such as `_+_` and `@in`. */
const isNamed = (name: string): boolean => /^[A-Za-z][\w.]*$/.test(name)

let known: readonly Declared[] | null = null

const declared = (): readonly Declared[] =>
  (known ??= [...libraries, ...newestLibraries]
    .flat()
    .filter(({ name }) => isNamed(name))
    .flatMap(({ name, overloads }) => overloads.map((overload) => describe(name, overload))))

function describe(name: string, { isMember, args, result }: Overload): Declared {
  const own = isMember ? args.slice(1) : args
  const text = `(${own.map(typeText).join(', ')}) ${typeText(result)}`
  return { name, text, result, target: isMember ? (args[0] ?? null) : null }
}

const list = (name: string, text: string, result: CelType): CelSignature => ({ name, text, result })

const bool: CelType = { kind: 'bool', name: 'bool', params: [] }
const dyn: CelType = { kind: 'dyn', name: 'dyn', params: [] }

/** Macros look like member functions of lists and maps. */
const macros: readonly CelSignature[] = [
  list('all', '(name, condition) bool', bool),
  list('exists', '(name, condition) bool', bool),
  list('exists_one', '(name, condition) bool', bool),
  list('filter', '(name, condition) list', dyn),
  list('map', '(name, value) list', dyn),
]

const accepts = (wanted: CelType, type: CelType): boolean =>
  wanted.kind === 'param' ||
  wanted.kind === 'dyn' ||
  type.kind === 'dyn' ||
  (wanted.kind === type.kind &&
    wanted.name === type.name &&
    wanted.params.every((param, at) => accepts(param, type.params[at] ?? dyn)))

/** Returns the functions that can be called on a value of a type, and macros for lists and maps, by name. */
export function memberFunctions(type: CelType): readonly CelSignature[] {
  const functions = declared().filter(({ target }) => target !== null && accepts(target, type))
  const isContainer = type.kind === 'list' || type.kind === 'map' || type.kind === 'dyn'
  return byName([...functions, ...(isContainer ? macros : [])])
}

/** Returns the functions that are called without a target, by name. */
export const globalFunctions = (): readonly CelSignature[] =>
  byName([...declared().filter(({ target }) => target === null), list('has', '(field) bool', bool)])

function byName(all: readonly CelSignature[]): readonly CelSignature[] {
  return all
    .filter(({ name }, at) => all.findIndex((each) => each.name === name) === at)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
