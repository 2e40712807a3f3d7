import type { Json } from '#api/json.ts'

/**
 * The merge schema of a value. If several shapes are possible (custom resources without a schema), the shape is chosen
 * by the value; null and absent values use the first of map, scalar, list.
 */
export interface Atom {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped'
  readonly list?: ListAtom
  readonly map?: MapAtom
}

export interface ListAtom {
  readonly items: Atom
  /** Items are identified by their value, or by the values of `keys`. */
  readonly associative: boolean
  readonly keys: readonly string[]
}

export interface MapAtom {
  /** Declared fields. Other fields have the schema `values`, or are not allowed. */
  readonly fields: ReadonlyMap<string, FieldAtom>
  readonly values: Atom | null
  readonly atomic: boolean
}

export interface FieldAtom {
  readonly atom: Atom
  /** Default value of an absent list key. */
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

/** Any value, treated as atomic. */
export const opaqueAtom: Atom = untypedAtomic

/** Any value: objects merge, lists are atomic. */
export const deducedAtom: Atom = deduced

export const mapOf = (fields: ReadonlyMap<string, FieldAtom>): Atom => ({
  map: { fields, values: null, atomic: false },
})

/** Returns the schema of the member `name` of a map; `null` if the schema does not declare it. */
export const memberAtom = (map: MapAtom, name: string): Atom | null => map.fields.get(name)?.atom ?? map.values

export type Shape = 'map' | 'scalar' | 'list'

/** Returns the shape of its atom that a value has. @throws Error for an atom without any shape */
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
