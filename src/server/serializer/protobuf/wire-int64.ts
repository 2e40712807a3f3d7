import type { Reader, Writer } from 'protobufjs/minimal.js'
import { toJsonInteger } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'

const VARINT_BYTES_MAX = 10
/** So many groups of seven bits fit into a number without loss. */
const PLAIN_BYTES_MAX = 7

/** Reads an int64 with all its digits. protobufjs would need a library of its own for those that a double can't hold. */
export function readInt64(reader: Reader): number | bigint {
  let [value, scale] = [0, 1]
  const end = Math.min(reader.len, reader.pos + PLAIN_BYTES_MAX)
  for (let at = reader.pos; at < end; at++) {
    const byte = reader.buf[at] ?? 0
    value += (byte & 0x7f) * scale
    if (byte < 0x80) {
      reader.pos = at + 1
      return value
    }
    scale *= 128
  }
  return readLong(reader)
}

function readLong(reader: Reader): number | bigint {
  let value = 0n
  for (let count = 0; count < VARINT_BYTES_MAX; count++) {
    if (reader.pos >= reader.len) throw new RangeError('index out of range')
    const byte = reader.buf[reader.pos++] ?? 0
    value |= BigInt(byte & 0x7f) << BigInt(7 * count)
    if (byte < 0x80) return toJsonInteger(BigInt.asIntN(64, value))
  }
  throw new Error('invalid varint encoding')
}

/** Writes an int64; what is no number is zero. */
export function writeInt64(writer: Writer, value: Json): void {
  if (typeof value !== 'bigint') {
    writer.int64(typeof value === 'number' ? value : 0)
    return
  }
  const bits = BigInt.asUintN(64, value)
  const halves = { low: Number(bits & 0xffff_ffffn), high: Number(bits >> 32n), unsigned: false }
  // Its types ask for all of a Long; it reads the two halves only.
  writer.int64(halves as Parameters<Writer['int64']>[0])
}
