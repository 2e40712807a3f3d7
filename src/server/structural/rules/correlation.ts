import { type Json, deepEqual, isObject, own } from '#api/json.ts'
import {
  type StructuralSchema,
  additionalOf,
  extension,
  propertyOf,
  textsOf,
} from '#server/structural/structural-schema.ts'

interface Pair {
  readonly value: Json
  readonly old: Json
}

/**
 * The old value that corresponds to a value in an update, for ratcheting of unchanged violations. It may differ from
 * `oldSelf`.
 */
export interface Correlation {
  readonly current: Pair | null
  /** The nearest enclosing value that has an old value. */
  readonly parent: Pair | null
}

export const noCorrelation: Correlation = { current: null, parent: null }

/** Reports whether a violation is tolerated because the value is unchanged (ratcheting). [CVR5] */
export function isUnchanged({ current, parent }: Correlation): boolean {
  const pair = current ?? parent
  return pair !== null && deepEqual(pair.value, pair.old)
}

export function enterField(correlation: Correlation, schema: StructuralSchema, name: string): Correlation {
  const { current, parent } = correlation
  if (current === null) return correlation
  if (parent === null && (name === 'apiVersion' || name === 'kind')) return noCorrelation
  return { current: fieldPair(current, schema, name), parent: current }
}

function fieldPair({ value, old }: Pair, schema: StructuralSchema, name: string): Pair | null {
  const [next, before] = [isObject(value) ? own(value, name) : undefined, isObject(old) ? own(old, name) : undefined]
  const additional = additionalOf(schema)
  const isDeclared = propertyOf(schema, name) !== null || (additional !== null && additional !== true)
  return isDeclared && next !== undefined && before !== undefined ? { value: next, old: before } : null
}

/** Enters an item of a list. `olds` are the old items of the list of `correlation.current`. */
export function enterItem(correlation: Correlation, olds: OldItems, at: number): Correlation {
  const { current } = correlation
  if (current === null) return correlation
  const item = Array.isArray(current.value) ? current.value[at] : undefined
  const old = item === undefined ? undefined : olds.of(item)
  return { current: item === undefined || old === undefined ? null : { value: item, old }, parent: current }
}

/** The items of an old list, found by the keys of an item. Only lists of type map correlate items. */
export class OldItems {
  readonly #keys: readonly string[]
  readonly #list: readonly Json[]
  /** The first item with each combination of keys. Built on first use. */
  #byIdentity: ReadonlyMap<string, Json> | undefined

  constructor(schema: StructuralSchema, before: Json | undefined) {
    const isMap = extension(schema, 'list-type') === 'map'
    this.#keys = isMap ? textsOf(extension(schema, 'list-map-keys')) : []
    this.#list = isMap && Array.isArray(before) ? before : []
  }

  /** Returns the old item with the same keys as `item`. */
  of(item: Json): Json | undefined {
    const identity = this.#list.length === 0 ? null : identityOf(item, this.#keys)
    if (identity === null) return undefined
    this.#byIdentity ??= firstByIdentity(this.#list, this.#keys)
    return this.#byIdentity.get(identity)
  }
}

function firstByIdentity(list: readonly Json[], keys: readonly string[]): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  for (const item of list) {
    const identity = identityOf(item, keys)
    if (identity !== null && !found.has(identity)) found.set(identity, item)
  }
  return found
}

/** Returns a text of the values of `keys`, with their types; `null` if one of them is missing or not a scalar. */
function identityOf(item: Json, keys: readonly string[]): string | null {
  if (!isObject(item)) return null
  const values = keys.map((key) => own(item, key))
  if (values.some((value) => value === undefined || value === null || typeof value === 'object')) return null
  return JSON.stringify(values.map((value) => `${typeof value} ${String(value)}`))
}
