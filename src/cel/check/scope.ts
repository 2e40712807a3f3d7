import type { CelFunction, Library, Overload } from '#cel/library/declare.ts'
import { celTypes, type CelType } from '#cel/cel-type.ts'

/** Declared variables, types and functions. Created once per environment and shared by its expressions. */
export interface Declarations {
  readonly variables: ReadonlyMap<string, CelType>
  readonly functions: ReadonlyMap<string, CelFunction>
  /** Named types, by name. */
  readonly types: ReadonlyMap<string, CelType>
  /** Types that can be constructed but not referred to by name. */
  readonly madeType: (name: string) => CelType | undefined
  /** True if `cel.bind` is a macro. Default: no. */
  readonly canBind?: boolean
}

/** Merges the functions of several libraries by name; functions of the same name share their overloads. */
export function joinLibraries(libraries: readonly Library[]): ReadonlyMap<string, CelFunction> {
  const overloads = new Map<string, Overload[]>()
  for (const { name, overloads: more } of libraries.flat()) {
    const known = overloads.get(name)
    if (known === undefined) overloads.set(name, [...more])
    else known.push(...more)
  }
  return new Map([...overloads].map(([name, all]) => [name, { name, overloads: all }]))
}

const { dyn } = celTypes
const named: readonly (readonly [string, CelType])[] = [
  ...[celTypes.bool, celTypes.bytes, celTypes.double, celTypes.int, celTypes.string, celTypes.uint].map(
    (type) => [type.name, type] as const,
  ),
  ['list', celTypes.list(dyn)],
  ['map', celTypes.map(dyn, dyn)],
  ['null_type', celTypes.null],
  ['google.protobuf.Timestamp', celTypes.timestamp],
  ['google.protobuf.Duration', celTypes.duration],
  ['type', { kind: 'type', name: 'type', params: [] }],
  ['optional_type', celTypes.optional(dyn)],
]

export const standardTypes: ReadonlyMap<string, CelType> = new Map(named)
