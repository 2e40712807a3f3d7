import { crc32 } from 'node:zlib'

/*
 * A file is records, one behind the other: magic, type, length of the payload, its checksum and a checksum of these
 * four numbers, 32 bits each, then the payload. A group of entries is one record, so at most the last record can be
 * torn by a crash. The second checksum tells a torn length from a damaged one.
 */

const MAGIC = 0x4f524331
const HEADER_BYTES = 20

/** What a record holds. */
export const recordTypes = { log: 1, snapshot: 2, snapshotEnd: 3, compacted: 4 } as const
export type RecordType = keyof typeof recordTypes
const nameOfType: ReadonlyMap<number, RecordType> = new Map([
  [1, 'log'],
  [2, 'snapshot'],
  [3, 'snapshotEnd'],
  [4, 'compacted'],
])

export interface FileRecord {
  readonly type: RecordType
  /** A copy of its own, so that one live value does not keep a whole file in memory. */
  readonly payload: Uint8Array
}

export interface FileRecords {
  readonly records: readonly FileRecord[]
  /** Bytes of the whole records. */
  readonly end: number
  /** What follows them: nothing, the rest of a record whose write was cut short, or damage with whole records behind it. */
  readonly rest: 'none' | 'torn' | 'damaged'
}

/** Header and payload, to be written one behind the other. */
export function toRecord(type: RecordType, payload: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(MAGIC, 0)
  header.writeUInt32BE(recordTypes[type], 4)
  header.writeUInt32BE(payload.byteLength, 8)
  header.writeUInt32BE(crc32(payload), 12)
  header.writeUInt32BE(crc32(header.subarray(0, 16)), 16)
  return [header, payload]
}

/** Reads all whole records from the start, and judges what follows the last of them. [DK10] [DK11] */
export function readRecords(file: Buffer): FileRecords {
  const records: FileRecord[] = []
  let end = 0
  for (let found = recordAt(file, end); found !== null; found = recordAt(file, end)) {
    records.push({ type: found.type, payload: Uint8Array.prototype.slice.call(file, end + HEADER_BYTES, found.end) })
    end = found.end
  }
  if (end === file.byteLength) return { records, end, rest: 'none' }
  return { records, end, rest: hasRecordBehind(file, end) ? 'damaged' : 'torn' }
}

function recordAt(file: Buffer, at: number): { type: RecordType; end: number } | null {
  const header = headerAt(file, at)
  if (header === null) return null
  const start = at + HEADER_BYTES
  const end = start + header.length
  if (end > file.byteLength || crc32(file.subarray(start, end)) !== header.checksum) return null
  return { type: header.type, end }
}

function headerAt(file: Buffer, at: number): { type: RecordType; length: number; checksum: number } | null {
  if (at + HEADER_BYTES > file.byteLength || file.readUInt32BE(at) !== MAGIC) return null
  if (crc32(file.subarray(at, at + 16)) !== file.readUInt32BE(at + 16)) return null
  const type = nameOfType.get(file.readUInt32BE(at + 4))
  return type === undefined ? null : { type, length: file.readUInt32BE(at + 8), checksum: file.readUInt32BE(at + 12) }
}

/** A whole record behind a broken one: it was written later, so the broken one was whole once. */
function hasRecordBehind(file: Buffer, from: number): boolean {
  const magic = Buffer.alloc(4)
  magic.writeUInt32BE(MAGIC)
  for (let at = file.indexOf(magic, from + 1); at >= 0; at = file.indexOf(magic, at + 1)) {
    if (recordAt(file, at) !== null) return true
  }
  return false
}
