import { sortedMembers, type Json, type JsonObject } from '#api/json.ts'

const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** FNV-1 with 32 bits and an exclusive or before the product, over the UTF-8 bytes. */
export function fnv32a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/** A number in decimal digits that are replaced by letters which form no words. */
export const safeName = (value: number): string =>
  Array.from(String(value), (digit) => letters[digit.charCodeAt(0) % letters.length]).join('')

/** The label of pods of one template. A collision count makes another hash of the same template. */
export function templateHash(template: JsonObject, collisionCount: number | undefined): string {
  return hashOf(template, collisionCount)
}

/** The hash of a value by its JSON with sorted members. */
export function hashOf(value: Json, probe?: number): string {
  return safeName(fnv32a(`${JSON.stringify(sortedMembers(value))}${probe ?? ''}`))
}
