import { crc32 } from 'node:zlib'

/*
 * A file is a sequence of records: magic, type, length of the payload, its checksum and a checksum of these four
 * numbers, 32 bits each, then the payload. A group of entries is one record, so a crash can tear at most the last
 * record. The second checksum distinguishes a torn record from a damaged length.
 */

const MAGIC = 0x4f524331
const HEADER_BYTES = 20

/** The types of records. */
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
  /** A copy, so that one live value does not keep a whole file in memory. */
  readonly payload: Uint8Array
}

export interface FileRecords {
  readonly records: readonly FileRecord[]
  /** The length of the whole records in bytes. */
  readonly end: number
  /**
   * The data after the last whole record: nothing, a record whose write was interrupted, or damage followed by whole
   * records.
   */
  readonly rest: 'none' | 'torn' | 'damaged'
}

/** Returns header and payload of a record, to be written consecutively. */
export function toRecord(type: RecordType, payload: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(MAGIC, 0)
  header.writeUInt32BE(recordTypes[type], 4)
  header.writeUInt32BE(payload.byteLength, 8)
  header.writeUInt32BE(crc32(payload), 12)
  header.writeUInt32BE(crc32(header.subarray(0, 16)), 16)
  return [header, payload]
}

/** Reads all whole records from the start, and classifies the data after the last of them. [DK10] [DK11] */
export function readRecords(file: Buffer): FileRecords {
  const records: FileRecord[] = []
  let end = 0
  // Slices of a Buffer are Buffers, whose views, one for each value of a log, take several times as long to make.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  for (let found = recordAt(file, end); found !== null; found = recordAt(file, end)) {
    records.push({ type: found.type, payload: bytes.slice(end + HEADER_BYTES, found.end) })
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

/** Reports whether a whole record follows a broken one: it was written later, so the broken one had been whole. */
function hasRecordBehind(file: Buffer, from: number): boolean {
  const magic = Buffer.alloc(4)
  magic.writeUInt32BE(MAGIC)
  for (let at = file.indexOf(magic, from + 1); at >= 0; at = file.indexOf(magic, at + 1)) {
    if (recordAt(file, at) !== null) return true
  }
  return false
}
