import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const prime = 0x100000001b3n
const basis = 0xcbf29ce484222325n
const mask = (1n << 64n) - 1n

/** An opaque mark of the version in which objects are kept; equal marks say that nothing changed. [DI2] */
export function storageVersionHash({ group, version, kind }: ResourceDefinition): string {
  let hash = basis
  for (const byte of new TextEncoder().encode(`${group}/${version}/${kind}`))
    hash = ((hash ^ BigInt(byte)) * prime) & mask
  let text = ''
  let bits = hash << 2n
  for (let at = 0; at < 11; at++) {
    text = alphabet.charAt(Number(bits & 63n)) + text
    bits >>= 6n
  }
  return `${text}=`
}
