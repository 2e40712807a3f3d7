/** Reads values of DER one after the other; a value that is cut off or of another tag is `undefined`. */
export class DerReader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isEmpty(): boolean {
    return this.at >= this.bytes.length
  }

  /** The next value's tag. */
  peek(): number | undefined {
    return this.bytes[this.at]
  }

  read(tag: number): DerReader | undefined {
    const length = this.peek() === tag ? this.length() : undefined
    if (length === undefined || length.start + length.count > this.bytes.length) return undefined
    this.at = length.start + length.count
    return new DerReader(this.bytes.subarray(length.start, this.at))
  }

  /** Of the small integer that comes next. */
  readInteger(): number | undefined {
    const inner = this.read(0x02)
    if (inner === undefined || inner.bytes.length === 0 || inner.bytes.length > 4) return undefined
    return inner.bytes.reduce((value, byte, at) => (at === 0 && byte > 127 ? byte - 256 : value * 256 + byte), 0)
  }

  equals(other: DerReader): boolean {
    return this.bytes.length === other.bytes.length && this.bytes.every((byte, at) => byte === other.bytes[at])
  }

  private length(): { readonly start: number; readonly count: number } | undefined {
    const first = this.bytes[this.at + 1]
    if (first === undefined) return undefined
    if (first < 0x80) return { start: this.at + 2, count: first }
    const size = first & 0x7f
    const digits = this.bytes.subarray(this.at + 2, this.at + 2 + size)
    if (size === 0 || size > 4 || digits.length < size) return undefined
    const count = digits.reduce((sum, byte) => sum * 256 + byte, 0)
    return count < 0x80 ? undefined : { start: this.at + 2 + size, count }
  }
}
