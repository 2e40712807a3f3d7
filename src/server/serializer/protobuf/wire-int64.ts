import type { Reader, Writer } from 'protobufjs/minimal.js'
import { toJsonInteger } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'

const VARINT_BYTES_MAX = 10
/** Number of 7-bit groups that fit into a number without loss. */
const PLAIN_BYTES_MAX = 7

/**
 * Decodes an int64 with all its digits. protobufjs needs an additional library for values that a double cannot hold.
 */
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

/** Encodes an int64; other values are encoded as zero. */
export function writeInt64(writer: Writer, value: Json): void {
  if (typeof value !== 'bigint') {
    writer.int64(typeof value === 'number' ? value : 0)
    return
  }
  const bits = BigInt.asUintN(64, value)
  const halves = { low: Number(bits & 0xffff_ffffn), high: Number(bits >> 32n), unsigned: false }
  // Its type requires a complete Long, but only the two halves are read.
  writer.int64(halves as Parameters<Writer['int64']>[0])
}
