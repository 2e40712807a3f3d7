import { toJsonInteger } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { encodeBase64 } from '#go/base64.ts'
import { durationText, timestampText } from '#cel/library/time-text.ts'
import {
  CelDuration,
  CelList,
  CelMap,
  CelOptional,
  CelTimestamp,
  CelUint,
  isFailure,
  type CelOutcome,
} from './value.ts'

/** Converts the value to JSON; undefined if JSON cannot represent it (types, quantities, NaN). */
export function toJson(value: CelOutcome): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'bigint') return toJsonInteger(value)
  if (value instanceof CelList) return listToJson(value)
  if (value instanceof CelMap) return mapToJson(value)
  return scalarToJson(value)
}

function scalarToJson(value: CelOutcome): Json | undefined {
  if (value instanceof CelUint) return toJsonInteger(value.value)
  if (value instanceof CelTimestamp) return timestampText(value)
  if (value instanceof CelDuration) return durationText(value)
  if (value instanceof Uint8Array) return encodeBase64(value)
  return value instanceof CelOptional && value.value !== undefined ? toJson(value.value) : undefined
}

function listToJson(list: CelList): Json | undefined {
  const items: Json[] = []
  for (let i = 0; i < list.size; i++) {
    const item = toJson(list.at(i))
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function mapToJson(map: CelMap): Json | undefined {
  const entries: (readonly [string, Json])[] = []
  for (const key of map.keys()) {
    const value = map.get(key)
    const json = value === undefined || isFailure(value) ? undefined : toJson(value)
    if (json === undefined) return undefined
    entries.push([key instanceof CelUint ? key.value.toString() : String(key), json])
  }
  return Object.fromEntries(entries)
}
