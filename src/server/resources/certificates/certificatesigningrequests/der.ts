/** One value of DER: its tag, what is inside, and all of it. */
export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array<ArrayBuffer>
  readonly whole: Uint8Array<ArrayBuffer>
}

export const sequenceTag = 0x30
export const bitStringTag = 0x03
export const oidTag = 0x06

/** The bytes are no DER; the message is Go's. */
export class DerError extends Error {}

const truncated = (): DerError => new DerError('asn1: syntax error: data truncated')

/** Values one after the other. @throws DerError */
export function readValues(bytes: Uint8Array<ArrayBuffer>): readonly DerValue[] {
  const values: DerValue[] = []
  let at = 0
  while (at < bytes.length) {
    const { from, length } = readHead(bytes, at)
    const end = from + length
    if (end > bytes.length) throw truncated()
    values.push({ tag: bytes[at] ?? 0, content: bytes.slice(from, end), whole: bytes.slice(at, end) })
    at = end
  }
  return values
}

function readHead(bytes: Uint8Array, at: number): { readonly from: number; readonly length: number } {
  const first = bytes[at + 1]
  if (first === undefined) throw truncated()
  if (first < 0x80) return { from: at + 2, length: first }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new DerError('asn1: structure error: length too large')
  const digits = bytes.slice(at + 2, at + 2 + count)
  if (digits.length < count) throw truncated()
  return { from: at + 2 + count, length: digits.reduce((sum, byte) => sum * 256 + byte, 0) }
}

/** What a value of this tag holds. @throws DerError when it is another */
export function inside(value: DerValue | undefined, tag: number): readonly DerValue[] {
  if (value === undefined) throw new DerError('asn1: syntax error: sequence truncated')
  if (value.tag !== tag)
    throw new DerError(
      `asn1: structure error: tags don't match (${tag & 0x1f} vs {class:${value.tag >> 6} tag:${value.tag & 0x1f}})`,
    )
  return readValues(value.content)
}

/** An object identifier as text: `1.2.840.10045.2.1`. */
export function oidText({ content }: DerValue): string {
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const head = Math.min(2, Math.floor(first / 40))
  return [head, first - head * 40, ...rest].join('.')
}
