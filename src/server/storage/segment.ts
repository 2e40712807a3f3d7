import { type Revision, toRevision } from '#api/revision.ts'
import { type Author, type LogEntry, StorageError } from './log.ts'

/*
 * A segment is the storage format of entries: a 32-bit length, that many bytes of JSON with one column for each field,
 * then the concatenated values. Lengths must add up to the last byte; otherwise the segment is corrupt. Nothing is
 * skipped. Segments may be concatenated, so small ones are joined by copying.
 */

const FORMAT = 1
const LENGTH_BYTES = 4
const DELETED = -1
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The position of a segment in the sequence of segments. */
export interface SegmentPlace {
  /** Newest revision before the first entry. Higher than `previous` where compaction skipped a revision. */
  readonly after: Revision | 0
  /**
   * Revision of the entry written last before the segment. It links the segments, so that a lost segment is detected.
   */
  readonly previous: Revision | 0
}

export interface Segment extends SegmentPlace {
  readonly entries: readonly LogEntry[]
}

/** Columns with one element for each entry. Increasing numbers are stored as differences. */
interface Header {
  readonly format: number
  readonly after: number
  readonly previous: number
  readonly keys: readonly string[]
  readonly revisions: readonly number[]
  /** Distance in revisions to the creation of the key. */
  readonly created: readonly number[]
  /** Distance in revisions to the replaced version, 0 for none. */
  readonly replaced: readonly number[]
  readonly times: readonly number[]
  /** Length of the value in bytes, -1 for a deletion. */
  readonly lengths: readonly number[]
  readonly authors: readonly number[]
  readonly authorNames: readonly (readonly [string, string, string])[]
  /** Distance in revisions to what the author reacted to, 0 for nothing; absent if no entry has a cause. */
  readonly causes?: readonly number[]
}

export interface SegmentLimits {
  readonly entriesMax: number
  readonly bytesMax: number
}

/** A segment in one buffer of exact size, with the revisions of its first and last entry. */
export interface PackedSegment {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly first: Revision
  readonly last: Revision
}

/**
 * Splits `entries` into segments within `limits`; a value above the limits gets a segment of its own. A segment holds
 * consecutive revisions, so a gap between entries begins another one. [DK1]
 */
export function packSegments(segment: Segment, limits: SegmentLimits): PackedSegment[] {
  const packed: PackedSegment[] = []
  let place: SegmentPlace = segment
  let part: LogEntry[] = []
  let bytes = 0
  const finish = (): void => {
    const [first, last] = [part[0]?.revision, part.at(-1)?.revision]
    if (first === undefined || last === undefined) return
    packed.push({ bytes: packSegment({ ...place, entries: part }), first, last })
    place = { after: last, previous: last }
    part = []
    bytes = 0
  }
  for (const entry of segment.entries) {
    const size = entry.value?.byteLength ?? 0
    const before = part.at(-1)?.revision
    const isGap = before !== undefined && entry.revision !== before + 1
    if (part.length > 0 && (isGap || part.length === limits.entriesMax || bytes + size > limits.bytesMax)) finish()
    if (part.length === 0 && entry.revision > place.after + 1)
      place = { after: toPlace(entry.revision - 1), previous: place.previous }
    part.push(entry)
    bytes += size
  }
  finish()
  return packed
}

/** Encodes one segment into one buffer of exact size. */
export function packSegment(segment: Segment): Uint8Array<ArrayBuffer> {
  const header = encoder.encode(JSON.stringify(toHeader(segment)))
  const bodies = segment.entries.reduce((sum, entry) => sum + (entry.value?.byteLength ?? 0), 0)
  const packed = new Uint8Array(LENGTH_BYTES + header.byteLength + bodies)
  new DataView(packed.buffer).setUint32(0, header.byteLength)
  packed.set(header, LENGTH_BYTES)
  let at = LENGTH_BYTES + header.byteLength
  for (const { value } of segment.entries) {
    if (value === null) continue
    packed.set(value, at)
    at += value.byteLength
  }
  return packed
}

function toHeader({ after, previous, entries }: Segment): Header {
  const names: [string, string, string][] = []
  const numbers = new Map<string, number>()
  const numberOf = ({ actor, verb, manager }: Author): number => {
    const text = JSON.stringify([actor, verb, manager])
    const number = numbers.get(text) ?? names.push([actor, verb, manager]) - 1
    numbers.set(text, number)
    return number
  }
  return {
    format: FORMAT,
    after,
    previous,
    keys: entries.map((entry) => entry.key),
    revisions: entries.map((entry, i) => entry.revision - (entries[i - 1]?.revision ?? 0)),
    created: entries.map((entry) => entry.revision - entry.created),
    replaced: entries.map((entry) => (entry.previous === 0 ? 0 : entry.revision - entry.previous)),
    times: entries.map((entry, i) => entry.timeMs - (entries[i - 1]?.timeMs ?? 0)),
    lengths: entries.map((entry) => entry.value?.byteLength ?? DELETED),
    authors: entries.map((entry) => numberOf(entry.author)),
    authorNames: names,
    ...(entries.some(({ author }) => author.cause !== undefined)
      ? { causes: entries.map(({ revision, author: { cause } }) => (cause === undefined ? 0 : revision - cause)) }
      : {}),
  }
}

/**
 * Decodes one or more concatenated segments. Values are views of `bytes`, which must not change afterwards.
 * @throws StorageError corrupt, unless every length adds up. [DK2]
 */
export function unpackSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = []
  let at = 0
  while (at < bytes.byteLength) {
    const { header, end } = readHeader(bytes, at)
    const bodies = header.lengths.reduce((sum, length) => sum + Math.max(0, length), 0)
    if (end + bodies > bytes.byteLength) throw corrupt('values are cut off')
    segments.push(toSegment(header, bytes.subarray(end, end + bodies)))
    at = end + bodies
  }
  return segments
}

const corrupt = (what: string): StorageError => new StorageError('corrupt', `a stored segment is damaged: ${what}`)

function readHeader(bytes: Uint8Array, at: number): { header: Header; end: number } {
  if (at + LENGTH_BYTES > bytes.byteLength) throw corrupt('its length is cut off')
  const start = at + LENGTH_BYTES
  const end = start + new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0)
  if (end > bytes.byteLength) throw corrupt('its header is cut off')
  return { header: parseHeader(bytes.subarray(start, end)), end }
}

function parseHeader(bytes: Uint8Array): Header {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw corrupt(`its header can't be read (${String(error)})`)
  }
  if (!isHeader(value)) throw corrupt('its header is not one of this format')
  return value
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string'

function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false
  const header = value as Partial<Record<keyof Header, unknown>>
  if (header.format !== FORMAT || !isCount(header.after) || !isCount(header.previous)) return false
  const { keys, lengths, authorNames } = header
  if (!isColumn(keys, isText) || !isColumn(authorNames, isAuthor)) return false
  const numbers = [header.revisions, header.created, header.replaced, header.times, lengths, header.authors]
  if (header.causes !== undefined) numbers.push(header.causes)
  if (!numbers.every((column) => isColumn(column, isCount) && column.length === keys.length)) return false
  return (lengths as number[]).every((length) => length >= DELETED)
}

const isColumn = <Cell>(column: unknown, isCell: (value: unknown) => value is Cell): column is Cell[] =>
  Array.isArray(column) && column.every(isCell)

const isAuthor = (value: unknown): value is [string, string, string] => isColumn(value, isText) && value.length === 3

function toSegment(header: Header, bodies: Uint8Array): Segment {
  const authors = header.authorNames.map(([actor, verb, manager]): Author => ({ actor, verb, manager }))
  const { causes = [] } = header
  let [revision, timeMs, offset] = [0, 0, 0]
  const entries = header.keys.map((key, i): LogEntry => {
    const [length = DELETED, replaced = 0, created = 0] = [header.lengths[i], header.replaced[i], header.created[i]]
    const author = authors[header.authors[i] ?? -1]
    revision += header.revisions[i] ?? 0
    timeMs += header.times[i] ?? 0
    if (author === undefined || revision <= 0) throw corrupt('an entry has no author or revision')
    const value = length === DELETED ? null : bodies.subarray(offset, offset + length)
    offset += Math.max(0, length)
    return {
      revision: toRevision(revision),
      key,
      value,
      created: toRevision(revision - created),
      previous: replaced === 0 ? 0 : toRevision(revision - replaced),
      timeMs,
      author: withCause(author, revision, causes[i]),
    }
  })
  return { after: toPlace(header.after), previous: toPlace(header.previous), entries }
}

const withCause = (author: Author, revision: number, distance = 0): Author =>
  distance === 0 ? author : { ...author, cause: toRevision(revision - distance) }

const toPlace = (count: number): Revision | 0 => (count === 0 ? 0 : toRevision(count))

/**
 * Returns the entries of `segments` above `snapshotRevision`, after checking that each segment links to the one before
 * it.
 * @throws StorageError corrupt when a segment is missing, duplicated or out of order. [DK3]
 */
export function chainSegments(segments: readonly Segment[], snapshotRevision: Revision | 0): LogEntry[] {
  const entries: LogEntry[] = []
  let last: number = snapshotRevision
  for (const segment of segments) {
    const first = segment.previous <= snapshotRevision && entries.length === 0
    if (!first && segment.previous !== last) throw corrupt(`revisions after ${last} are missing`)
    let revision: number = segment.after
    for (const entry of segment.entries) {
      revision += 1
      if (entry.revision !== revision) throw corrupt(`revision ${revision} is missing`)
      if (revision > snapshotRevision) entries.push(entry)
    }
    if (segment.after < segment.previous) throw corrupt(`revision ${segment.previous} is there twice`)
    if (entries.length > 0) last = revision
  }
  return entries
}
