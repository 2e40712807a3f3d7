import { type Json, deepEqual, isObject, own } from '#api/json.ts'
import { type StructuralSchema, additionalOf, extension, propertyOf, textsOf } from '../structural-schema.ts'

interface Pair {
  readonly value: Json
  readonly old: Json
}

/** What a value was before an update: for letting unchanged violations pass. Not the same as `oldSelf`. */
export interface Correlation {
  readonly current: Pair | null
  /** The nearest value around it that has a past. */
  readonly parent: Pair | null
}

export const noCorrelation: Correlation = { current: null, parent: null }

/** Whether a violation is let pass because nothing was changed. [CVR5] */
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

/** The item that this one was before: only lists of type map say so, by their keys. */
export function correlateItem(schema: StructuralSchema, before: readonly Json[], item: Json): Json | undefined {
  if (extension(schema, 'list-type') !== 'map' || !isObject(item)) return undefined
  const keys = textsOf(extension(schema, 'list-map-keys'))
  const identity = keys.map((key) => own(item, key))
  if (identity.some((value) => value === undefined || value === null || typeof value === 'object')) return undefined
  return before.find((each) => isObject(each) && keys.every((key, i) => own(each, key) === identity[i]))
}
