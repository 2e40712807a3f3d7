const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes UTF-8 as Go does: each byte that belongs to no character becomes U+FFFD. `TextDecoder` replaces the bytes of
 * a character that was cut off by a single one.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return strict.decode(repaired(bytes))
  }
}

const replacement = [0xef, 0xbf, 0xbd] as const

function repaired(bytes: Uint8Array): Uint8Array {
  const made = new Uint8Array(bytes.length * replacement.length)
  let length = 0
  for (let at = 0; at < bytes.length;) {
    const size = characterSize(bytes, at)
    made.set(size === 0 ? replacement : bytes.subarray(at, at + size), length)
    length += size === 0 ? replacement.length : size
    at += Math.max(size, 1)
  }
  return made.subarray(0, length)
}

/** Returns the number of bytes of the character at a place; 0 if there is none. */
function characterSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const size = sizeOf(first)
  for (let more = 1; more < size; more++) if (!follows(bytes[at + more] ?? 0, more === 1 ? first : 0)) return 0
  return size
}

function sizeOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** Reports whether a byte may follow in a character. `first` is the first byte before a second one, else 0. */
const follows = (byte: number, first: number): boolean =>
  byte >= (lowest.get(first) ?? 0x80) && byte <= (highest.get(first) ?? 0xbf)

/** Second bytes that would make a character too long, a surrogate, or one beyond Unicode. */
const lowest: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
])
const highest: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
])
