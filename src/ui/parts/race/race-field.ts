import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ClientId } from './orders.ts'

/** A field that both clients change, with the value that each sets. */
export interface RaceField {
  /** Members from the object down to the field. */
  readonly path: readonly string[]
  readonly before: string | number
  readonly after: Readonly<Record<ClientId, string | number>>
}

const FIELDS_MAX = 40
const DEPTH_MAX = 6

/** Returns the name of a field as a path in words: `data.vat`. */
export const fieldText = ({ path }: Pick<RaceField, 'path'>): string => path.join('.')

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0

function textValues(before: string, isEncoded: boolean): RaceField['after'] {
  if (/^(?:0|[1-9][0-9]{0,8})$/.test(before)) return { a: String(Number(before) + 1), b: String(Number(before) + 2) }
  return isEncoded && isBase64(before) ? { a: 'YWxpY2U=', b: 'Ym9i' } : { a: `${before}-1`, b: `${before}-2` }
}

const valuesOf = (before: string | number, isEncoded: boolean): RaceField['after'] =>
  typeof before === 'number' ? { a: before + 1, b: before + 2 } : textValues(before, isEncoded)

function* leaves(value: Json | undefined, path: readonly string[]): Generator<readonly [readonly string[], Json]> {
  if (value === undefined || path.length > DEPTH_MAX) return
  if (!isObject(value)) yield [path, value]
  else for (const name of Object.keys(value)) yield* leaves(own(value, name), [...path, name])
}

/** Ranks fields, lower is better: fields that clients often change come before others. */
function rank([first = '', second = '']: readonly string[], value: Json): number {
  if (first === 'data') return 0
  if (first === 'spec' && second === 'replicas') return 1
  if (first === 'spec') return typeof value === 'number' ? 2 : 3
  return 4
}

/**
 * Returns the fields of an object for which two clients can race, the best first: texts and numbers outside of lists
 * that clients may write. [RA2]
 */
export function raceFields(object: ApiObject): readonly RaceField[] {
  const { metadata, status: _status, ...rest } = object
  const written: JsonObject = { ...rest, metadata: { labels: metadata.labels, annotations: metadata.annotations } }
  const isEncoded = object.kind === 'Secret'
  return [...leaves(written, [])]
    .filter(([path, value]) => path.length > 1 && (typeof value === 'string' || typeof value === 'number'))
    .toSorted(([one, value], [other, otherValue]) => rank(one, value) - rank(other, otherValue))
    .slice(0, FIELDS_MAX)
    .map(([path, value]) => {
      const before = value as string | number
      return { path, before, after: valuesOf(before, isEncoded && path[0] === 'data') }
    })
}

/** Returns a copy of the object with another value at the path. */
export function withValue(object: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const inner = own(object, name)
  return { ...object, [name]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value) }
}
