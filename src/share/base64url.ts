const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values: ReadonlyMap<number, number> = new Map(Array.from(alphabet, (letter, at) => [letter.charCodeAt(0), at]))

/** Encodes bytes in base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const bits = (a << 16) | (b << 8) | c
    const letters = [bits >> 18, (bits >> 12) & 63, (bits >> 6) & 63, bits & 63].map((value) => alphabet.charAt(value))
    parts.push(letters.slice(0, Math.min(3, bytes.length - at) + 1).join(''))
  }
  return parts.join('')
}

/** Decodes up to the first character that is not one of base64url: chats cut links off and append what follows. */
export function fromBase64Url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  let [bits, count, length] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const value = values.get(text.charCodeAt(at))
    if (value === undefined) break
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length] = (bits >> count) & 0xff
    length += 1
  }
  return bytes.subarray(0, length)
}
