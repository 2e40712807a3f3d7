import type { Json } from '#api/json.ts'

/**
 * What a value may be, for merging. A value of several possible shapes (custom resources without a schema) is judged
 * by what it is; null and absent values by the first of map, scalar, list.
 */
export interface Atom {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped'
  readonly list?: ListAtom
  readonly map?: MapAtom
}

export interface ListAtom {
  readonly items: Atom
  /** Items have an identity: their value, or the values of `keys`. */
  readonly associative: boolean
  readonly keys: readonly string[]
}

export interface MapAtom {
  /** Declared fields; the others are of `values`, or not allowed. */
  readonly fields: ReadonlyMap<string, FieldAtom>
  readonly values: Atom | null
  readonly atomic: boolean
}

export interface FieldAtom {
  readonly atom: Atom
  /** What an absent list key counts as. */
  readonly default?: Json
}

const noFields: ReadonlyMap<string, FieldAtom> = new Map()

const untypedAtomic: { scalar: 'untyped'; list?: ListAtom; map?: MapAtom } = { scalar: 'untyped' }
untypedAtomic.list = { items: untypedAtomic, associative: false, keys: [] }
untypedAtomic.map = { fields: noFields, values: untypedAtomic, atomic: true }

const deduced: { scalar: 'untyped'; list: ListAtom; map?: MapAtom } = {
  scalar: 'untyped',
  list: { items: untypedAtomic, associative: false, keys: [] },
}
deduced.map = { fields: noFields, values: deduced, atomic: false }

/** Anything, taken as a whole. */
export const opaqueAtom: Atom = untypedAtomic

/** Anything: objects merge, lists are replaced as a whole. */
export const deducedAtom: Atom = deduced

export const mapOf = (fields: ReadonlyMap<string, FieldAtom>): Atom => ({
  map: { fields, values: null, atomic: false },
})

/** What a member `name` of a map is; `null` where the schema does not have it. */
export const memberAtom = (map: MapAtom, name: string): Atom | null => map.fields.get(name)?.atom ?? map.values

export type Shape = 'map' | 'scalar' | 'list'

/** As which of its atom's shapes a value is treated. @throws Error for an atom without any */
export function shapeOf(atom: Atom, value: Json | undefined): Shape {
  if (value !== null && value !== undefined) {
    if (typeof value !== 'object') {
      if (atom.scalar !== undefined) return 'scalar'
    } else if (Array.isArray(value)) {
      if (atom.list !== undefined) return 'list'
    } else if (atom.map !== undefined) return 'map'
  }
  if (atom.map !== undefined) return 'map'
  return atom.scalar === undefined ? 'list' : 'scalar'
}
