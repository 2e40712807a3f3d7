/** A DER value. */
export interface DerValue {
  /** The identifier byte: class, whether it is constructed, and a tag number below 31. */
  readonly identifier: number
  /** 0 universal, 1 application, 2 context-specific, 3 private. */
  readonly class: number
  readonly tag: number
  readonly isConstructed: boolean
  readonly content: Uint8Array<ArrayBuffer>
  /** The complete value including its header. */
  readonly whole: Uint8Array<ArrayBuffer>
}

/** Identifier bytes of universal types. */
export const derTypes = {
  integer: 0x02,
  bitString: 0x03,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const

/** The bytes are not DER. The message is that of Go's `encoding/asn1`. */
export class DerError extends Error {}

const syntaxError = (why: string): DerError => new DerError(`asn1: syntax error: ${why}`)
const structureError = (why: string): DerError => new DerError(`asn1: structure error: ${why}`)

/** Reads the value that starts at `from`. @throws DerError */
export function readDer(bytes: Uint8Array<ArrayBuffer>, from = 0): DerValue {
  const identifier = bytes[from]
  if (identifier === undefined) throw syntaxError('sequence truncated')
  let at = from + 1
  let tag = identifier & 0x1f
  if (tag === 0x1f) [tag, at] = readLongTag(bytes, at)
  const [length, start] = readLength(bytes, at)
  if (start + length > bytes.length) throw syntaxError('data truncated')
  return {
    identifier,
    class: identifier >> 6,
    tag,
    isConstructed: (identifier & 0x20) !== 0,
    content: bytes.slice(start, start + length),
    whole: bytes.slice(from, start + length),
  }
}

/** Reads a number in groups of seven bits, and returns where it ends. */
function readBase128(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    // Five groups are more than 31 bits.
    if (at - from === 5) throw structureError('base 128 integer too large')
    if (at === from && byte === 0x80) throw syntaxError('integer is not minimally encoded')
    value = value * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (value > 0x7fff_ffff) throw structureError('base 128 integer too large')
    return [value, at + 1]
  }
  throw syntaxError('truncated base 128 integer')
}

function readLongTag(bytes: Uint8Array, from: number): [tag: number, end: number] {
  const [tag, end] = readBase128(bytes, from)
  if (tag < 0x1f) throw syntaxError('non-minimal tag')
  return [tag, end]
}

function readLength(bytes: Uint8Array, from: number): [length: number, end: number] {
  const first = bytes[from]
  if (first === undefined) throw syntaxError('truncated tag or length')
  if (first < 0x80) return [first, from + 1]
  const count = first & 0x7f
  if (count === 0) throw syntaxError('indefinite length found (not DER)')
  let length = 0
  for (let at = from + 1; at <= from + count; at++) {
    const byte = bytes[at]
    if (byte === undefined) throw syntaxError('truncated tag or length')
    if (length >= 1 << 23) throw structureError('length too large')
    length = length * 256 + byte
    if (length === 0) throw structureError('superfluous leading zeros in length')
  }
  if (length < 0x80) throw structureError('non-minimal length')
  return [length, from + 1 + count]
}

/** Returns all consecutive values of `bytes`. @throws DerError */
export function readDerValues(bytes: Uint8Array<ArrayBuffer>): readonly DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    const value = readDer(bytes, at)
    values.push(value)
    at += value.whole.length
  }
  return values
}

/** Returns the values inside of `value`. @throws DerError if it is missing or has another type */
export function derMembers(value: DerValue | undefined, identifier: number): readonly DerValue[] {
  if (value === undefined) throw syntaxError('sequence truncated')
  if (value.identifier !== identifier)
    throw structureError(`tags don't match (${identifier & 0x1f} vs {class:${value.class} tag:${value.tag}})`)
  return readDerValues(value.content)
}

/** Returns an object identifier as text: `1.2.840.10045.2.1`. @throws DerError */
export function oidText({ content }: DerValue): string {
  if (content.length === 0) throw syntaxError('zero length OBJECT IDENTIFIER')
  const numbers: number[] = []
  for (let at = 0; at < content.length;) {
    const [value, end] = readBase128(content, at)
    numbers.push(value)
    at = end
  }
  const [first = 0, ...rest] = numbers
  const head = Math.min(2, Math.floor(first / 40))
  return [head, first - head * 40, ...rest].join('.')
}

/** Reads consecutive values. A value that is truncated or of another type is `undefined`. */
export class DerReader {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #at = 0

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
  }

  get isEmpty(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Returns the identifier byte of the next value. */
  peek(): number | undefined {
    return this.#bytes[this.#at]
  }

  /** Returns the next value if it has this identifier byte. */
  read(identifier: number): DerReader | undefined {
    if (this.peek() !== identifier) return undefined
    try {
      const { content, whole } = readDer(this.#bytes, this.#at)
      this.#at += whole.length
      return new DerReader(content)
    } catch (error) {
      if (error instanceof DerError) return undefined
      throw error
    }
  }

  /** Returns the next value, an integer of at most four bytes. */
  readInteger(): number | undefined {
    const inner = this.read(derTypes.integer)
    if (inner === undefined) return undefined
    const digits = inner.#bytes
    if (digits.length === 0 || digits.length > 4) return undefined
    return digits.reduce((value, byte, at) => (at === 0 && byte > 127 ? byte - 256 : value * 256 + byte), 0)
  }

  equals(other: DerReader): boolean {
    const [a, b] = [this.#bytes, other.#bytes]
    return a.length === b.length && a.every((byte, at) => byte === b[at])
  }
}
