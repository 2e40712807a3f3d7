import { type Json, deepEqual, isObject, own } from '#api/json.ts'
import { type StructuralSchema, additionalOf, extension, propertyOf, textsOf } from '../structural-schema.ts'

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

export function enterItem(correlation: Correlation, schema: StructuralSchema, at: number): Correlation {
  const { current } = correlation
  if (current === null) return correlation
  const item = Array.isArray(current.value) ? current.value[at] : undefined
  const old = item !== undefined && Array.isArray(current.old) ? correlateItem(schema, current.old, item) : undefined
  return { current: item === undefined || old === undefined ? null : { value: item, old }, parent: current }
}

/** Returns the old item that corresponds to this one. Only lists of type map correlate items, by their keys. */
export function correlateItem(schema: StructuralSchema, before: readonly Json[], item: Json): Json | undefined {
  if (extension(schema, 'list-type') !== 'map' || !isObject(item)) return undefined
  const keys = textsOf(extension(schema, 'list-map-keys'))
  const identity = keys.map((key) => own(item, key))
  if (identity.some((value) => value === undefined || value === null || typeof value === 'object')) return undefined
  return before.find((each) => isObject(each) && keys.every((key, i) => own(each, key) === identity[i]))
}
