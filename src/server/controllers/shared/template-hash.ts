import { sortedMembers, type Json, type JsonObject } from '#api/json.ts'
import { goDump, UnknownStructure } from './go-dump.ts'

const letters = 'bcdfghjklmnpqrstvwxz2456789'
const offset = 0x811c9dc5
const prime = 0x01000193
const encoder = new TextEncoder()

/**
 * FNV-1 with 32 bits and an exclusive or before the product, over the UTF-8 bytes of a text. `before` is the hash of the
 * bytes before it.
 */
export const fnv32a = (text: string, before: number = offset): number => fnv32aOf(encoder.encode(text), before)

function fnv32aOf(bytes: ArrayLike<number>, before: number): number {
  let hash = before
  // An iterator would allocate an object for each byte.
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime) >>> 0
  return hash
}

/** FNV-1 with 32 bits, over the UTF-8 bytes. */
function fnv32(text: string): number {
  const bytes = encoder.encode(text)
  let hash = offset
  for (let at = 0; at < bytes.length; at += 1) hash = (Math.imul(hash, prime) ^ (bytes[at] ?? 0)) >>> 0
  return hash
}

/** A number in decimal digits that are replaced by letters which form no words. */
const safeName = (value: number): string =>
  Array.from(String(value), (digit) => letters[digit.charCodeAt(0) % letters.length]).join('')

/**
 * The label of pods of one template, as the original computes it: two clusters name the ReplicaSets of one template alike.
 * A collision count makes another hash of the same template. A template with volumes of rare types has a hash of our
 * own. [LC29]
 */
export function templateHash(template: JsonObject, collisionCount: number | undefined): string {
  const hash = fnv32a(textOf(template))
  return safeName(collisionCount === undefined ? hash : fnv32aOf(eightBytes(collisionCount), hash))
}

function textOf(template: JsonObject): string {
  try {
    return goDump('PodTemplateSpec', template)
  } catch (error) {
    if (error instanceof UnknownStructure) return JSON.stringify(sortedMembers(template))
    throw error
  }
}

/** A count in four bytes, the lowest first, and four more. */
const eightBytes = (count: number): readonly number[] => [
  ...[0, 8, 16, 24].map((shift) => (count >>> shift) & 0xff),
  0,
  0,
  0,
  0,
]

/** The hash of the data of a ControllerRevision: of its JSON as Go writes it, and of a count of collisions. [LC29] */
export const revisionHash = (data: Json, collisionCount: number): string =>
  safeName(fnv32(`${goJson(data)}${collisionCount}`))

/** Go sorts members, and escapes what could end a script in a page. */
const goJson = (data: Json): string =>
  JSON.stringify(sortedMembers(data)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
