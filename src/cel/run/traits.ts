import { typeOf } from './describe.ts'
import type { CelValue } from './value.ts'
import type { CelTypeKind } from '#cel/cel-type.ts'

const numbers: readonly CelTypeKind[] = ['int', 'uint', 'double']
const times: readonly CelTypeKind[] = ['timestamp', 'duration']
const everything: readonly CelTypeKind[] = [
  ...numbers,
  ...times,
  ...(['bool', 'bytes', 'string', 'list', 'map', 'null', 'object', 'opaque', 'type'] as const),
]
const comparable: readonly CelTypeKind[] = [...numbers, ...times, 'bool', 'bytes', 'string']

/** The types whose values support an operation, by function name. */
const traits: ReadonlyMap<string, readonly CelTypeKind[]> = new Map([
  ['_+_', [...numbers, ...times, 'bytes', 'list', 'string']],
  ['_-_', [...numbers, ...times]],
  ['_*_', numbers],
  ['_/_', numbers],
  ['_%_', ['int', 'uint']],
  ['-_', ['int', 'double', 'bool']],
  ['!_', everything],
  ['_<_', comparable],
  ['_<=_', comparable],
  ['_>_', comparable],
  ['_>=_', comparable],
  ['size', ['bytes', 'list', 'map', 'string']],
  ['matches', ['string']],
  ['@in', everything],
  ['contains', everything],
  ['startsWith', everything],
  ['endsWith', everything],
])

/** Reports whether the value supports the operation; undefined for functions that are dispatched by exact type. */
export const hasTrait = (name: string, value: CelValue): boolean | undefined =>
  traits.get(name)?.includes(typeOf(value).kind)
