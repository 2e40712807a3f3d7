import { closeSync, fstatSync, openSync, readdirSync, readSync, truncateSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Revision, toRevision } from '#api/revision.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { chainSegments, type Segment, unpackSegments } from '#server/storage/segment.ts'
import { type FileRecord, readRecords } from './file-record.ts'

/** A file of the log. Its name contains the first revision that it may hold. */
export interface LogFile {
  readonly path: string
  readonly first: number
  /** The newest revision in it; the one before `first` while it is empty. */
  last: number
  bytes: number
}

/** The content of a log folder. */
export interface FolderContents {
  readonly files: LogFile[]
  readonly snapshot: readonly LogEntry[]
  readonly snapshotRevision: Revision | 0
  readonly log: readonly LogEntry[]
  readonly compacted: number
  /** The bytes removed from the end of the newest file: a group whose write was interrupted by a crash. */
  readonly tornBytes: number
}

export const logName = (first: number): string => `log-${String(first).padStart(16, '0')}`
export const snapshotName = (revision: number): string => `snapshot-${String(revision).padStart(16, '0')}`
const NAME = /^(log|snapshot)-([0-9]{16})$/

/**
 * Reads the newest snapshot and the log after it, truncates a torn tail, and deletes files that are no longer needed.
 * All files are read before the first is decoded: V8 marks its whole heap again after each 64 MB or so of bytes that are
 * allocated outside of it, which costs little while the heap has no entries.
 * @throws StorageError corrupt if anything but the tail of the newest file is damaged
 */
export function readFolder(folder: string): FolderContents {
  const names = readdirSync(folder).toSorted()
  const read = fileReader()
  const snapshots = names.filter((name) => NAME.exec(name)?.[1] === 'snapshot')
  const snapshotRecords = readSnapshot(folder, snapshots.at(-1), read)
  const logNames = names.filter((name) => NAME.exec(name)?.[1] === 'log')
  const logRecords = logNames.map((name, i) => readLog(join(folder, name), i === logNames.length - 1, read))
  const snapshot = decodeSnapshot(snapshots.at(-1), snapshotRecords)
  const logs = logRecords.map(decodeLog)
  const log = chainSegments(
    logs.flatMap((one) => one.segments),
    snapshot.revision,
  )
  for (const name of [...snapshots.slice(0, -1), ...names.filter((one) => one.endsWith('.tmp'))]) {
    unlinkSync(join(folder, name))
  }
  return {
    files: logs.map((one) => one.file),
    snapshot: snapshot.entries,
    snapshotRevision: snapshot.revision,
    log,
    compacted: Math.max(snapshot.compacted, ...logs.map((one) => one.compacted)),
    tornBytes: logRecords.reduce((sum, one) => sum + one.tornBytes, 0),
  }
}

/** Reads a whole file. The bytes are valid until the next call. */
type ReadFile = (path: string) => Buffer

/** Reads files into one buffer, since records are copied out of it: fresh memory for each file would take longer. */
function fileReader(): ReadFile {
  let buffer = Buffer.alloc(0)
  return (path) => {
    const fd = openSync(path, 'r')
    try {
      const { size } = fstatSync(fd)
      if (size > buffer.byteLength) buffer = Buffer.allocUnsafeSlow(size)
      let length = 0
      // One call reads at most 2 GiB.
      for (let count = -1; count !== 0 && length < size; length += count)
        count = readSync(fd, buffer, length, size - length, length)
      return buffer.subarray(0, length)
    } finally {
      closeSync(fd)
    }
  }
}

interface LogRecords {
  readonly path: string
  readonly records: readonly FileRecord[]
  /** The length of the whole records in bytes. */
  readonly end: number
  readonly tornBytes: number
}

function readLog(path: string, isNewest: boolean, read: ReadFile): LogRecords {
  const bytes = read(path)
  const { records, end, rest } = readRecords(bytes)
  if (rest === 'damaged' || (rest === 'torn' && !isNewest)) {
    throw new StorageError(
      'corrupt',
      `${path} is damaged at byte ${end}, with whole records after it: restore it from a backup`,
    )
  }
  if (rest === 'torn') truncateSync(path, end)
  return { path, records, end, tornBytes: bytes.byteLength - end }
}

interface DecodedLog {
  readonly file: LogFile
  readonly segments: readonly Segment[]
  readonly compacted: number
}

function decodeLog({ path, records, end }: LogRecords): DecodedLog {
  const first = Number(path.slice(-16))
  const segments = records.filter((record) => record.type === 'log').flatMap((one) => unpackSegments(one.payload))
  const last = segments.at(-1)?.entries.at(-1)?.revision ?? first - 1
  const compacted = Math.max(0, ...records.filter((one) => one.type === 'compacted').map(numberIn))
  return { file: { path, first, last, bytes: end }, segments, compacted }
}

function readSnapshot(folder: string, name: string | undefined, read: ReadFile): readonly FileRecord[] {
  if (name === undefined) return []
  const path = join(folder, name)
  const { records, rest } = readRecords(read(path))
  // A snapshot is renamed to its name only after it is complete and durable.
  if (rest !== 'none' || records.at(-1)?.type !== 'snapshotEnd') {
    throw new StorageError('corrupt', `${path} is damaged: restore it from a backup`)
  }
  return records
}

interface Snapshot {
  readonly entries: readonly LogEntry[]
  readonly revision: Revision | 0
  readonly compacted: number
}

function decodeSnapshot(name: string | undefined, records: readonly FileRecord[]): Snapshot {
  const end = records.at(-1)
  if (name === undefined || end === undefined) return { entries: [], revision: 0, compacted: 0 }
  const parts = records.filter((record) => record.type === 'snapshot').flatMap((one) => unpackSegments(one.payload))
  return {
    entries: parts.flatMap((part) => part.entries),
    revision: toRevision(Number(name.slice(-16))),
    compacted: numberIn(end),
  }
}

/** The payload of a record that holds one number as text. */
export const numberPayload = (value: number): Uint8Array => Buffer.from(String(value))
const numberIn = (record: FileRecord): number => Number(Buffer.from(record.payload).toString())
