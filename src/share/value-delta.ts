import { deepEqual, isObject, type Json, type JsonObject, own, setOwn } from '#api/json.ts'
import { Unreadable } from './unreadable.ts'

/*
 * The difference of two JSON values, as JSON:
 *   [value]                    the new value
 *   {"key": delta, "gone": 0}  an object with changed members; 0 removes one. "" holds all keys in their new order,
 *                              where that is not the old order with the new keys behind it
 *   {"": length, "1": delta}   a list with changed elements; elements are removed or added at its end
 */

/** Returns the difference from `before` to `after`. [SH3] */
export function deltaOf(before: Json, after: Json): Json {
  if (Array.isArray(before) && Array.isArray(after)) return listDelta(before, after)
  if (isObject(before) && isObject(after)) return objectDelta(before, after)
  return [after]
}

function listDelta(before: readonly Json[], after: readonly Json[]): Json {
  const delta: JsonObject = {}
  for (const [index, value] of after.entries()) {
    const old = before[index]
    if (old === undefined) delta[String(index)] = [value]
    else if (!deepEqual(old, value)) delta[String(index)] = deltaOf(old, value)
  }
  if (after.length !== before.length) delta[''] = after.length
  return delta
}

function objectDelta(before: JsonObject, after: JsonObject): Json {
  const delta: JsonObject = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) setOwn(delta, key, 0)
  for (const [key, value = null] of Object.entries(after)) {
    const old = own(before, key)
    if (old === undefined) setOwn(delta, key, [value])
    else if (!deepEqual(old, value)) setOwn(delta, key, deltaOf(old, value))
  }
  const kept = Object.keys(before).filter((key) => Object.hasOwn(after, key))
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  if ([...kept, ...added].join('\n') !== Object.keys(after).join('\n')) delta[''] = Object.keys(after)
  return delta
}

/** Applies a difference. `before` stays as it is. @throws Unreadable if the difference does not fit. */
export function applyDelta(before: Json, delta: Json): Json {
  if (Array.isArray(delta)) {
    if (delta.length !== 1) throw new Unreadable('a difference has one value')
    return delta[0] ?? null
  }
  if (!isObject(delta)) throw new Unreadable('a difference is a list or an object')
  if (Array.isArray(before)) return applyToList(before, delta)
  if (isObject(before)) return applyToObject(before, delta)
  throw new Unreadable('a difference of members applies to a list or an object')
}

function applyToList(before: readonly Json[], delta: JsonObject): Json {
  const { '': length = before.length, ...changes } = delta
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
    throw new Unreadable('a length is a number')
  const after = before.slice(0, length)
  for (const [index, change = null] of Object.entries(changes)) {
    const at = Number(index)
    if (!/^[0-9]{1,7}$/.test(index) || at >= length || at > after.length) throw new Unreadable('an index is too high')
    after[at] = applyDelta(after[at] ?? null, change)
  }
  if (after.length !== length) throw new Unreadable('a list lacks elements')
  return after
}

function applyToObject(before: JsonObject, delta: JsonObject): Json {
  const { '': order, ...changes } = delta
  const after = new Map(Object.entries(before))
  for (const [key, change = null] of Object.entries(changes)) {
    if (change === 0) after.delete(key)
    else after.set(key, applyDelta(after.get(key) ?? null, change))
  }
  const result: JsonObject = {}
  for (const key of order === undefined ? after.keys() : keysOf(order)) {
    const value = after.get(key)
    if (value === undefined) throw new Unreadable('an order names a member that is missing')
    setOwn(result, key, value)
  }
  return result
}

function keysOf(order: Json): readonly string[] {
  if (!Array.isArray(order)) throw new Unreadable('an order is a list of keys')
  return order.map((key) => {
    if (typeof key !== 'string') throw new Unreadable('a key is a text')
    return key
  })
}
