import type { Revision } from '#api/revision.ts'
import type { SampleLog } from '#server/debug/samples.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Author, LogEntry } from '#server/storage/log.ts'

/*
 * A prepared log is a log that was recorded as JSON when the page was built. A new cluster starts from it, with all
 * times shifted so that the recording ends now.
 */

/** One version of one key, with the value as text; `null` for a deletion. */
interface PreparedEntry {
  readonly revision: number
  readonly key: string
  readonly value: string | null
  readonly created: number
  readonly previous: number
  readonly timeMs: number
  readonly author: Author
}

export interface PreparedLog {
  readonly format: 'orchard-prepared-log/1'
  /** The moment at which the recording ended, in milliseconds since the epoch. */
  readonly endMs: number
  /** The newest compacted revision of the recording. */
  readonly compacted: number
  /** The newest revision of the objects that a server creates for itself, before the first request of the story. */
  readonly own: number
  /** All entries in revision order, including compacted ones. */
  readonly entries: readonly PreparedEntry[]
}

const timestampPattern = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)((?:\.\d+)?Z")/g
/** Timestamps further from the end of the recording than this are data and are not shifted. */
const storyMsMax = 7 * 24 * 3600 * 1000

/** Converts the content of a log into a prepared log. `entries` must contain every entry since the start of the log. */
export function toPreparedLog(
  entries: readonly LogEntry[],
  { compacted, own, endMs }: Pick<PreparedLog, 'compacted' | 'own' | 'endMs'>,
): PreparedLog {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return {
    format: 'orchard-prepared-log/1',
    endMs,
    compacted,
    own,
    entries: entries.map((entry) => ({ ...entry, value: entry.value === null ? null : decoder.decode(entry.value) })),
  }
}

/** Shifts the times of the recording in the text of a stored object by `shiftMs`, a whole number of seconds. */
function shiftTimes(text: string, endMs: number, shiftMs: number): string {
  return text.replaceAll(timestampPattern, (whole, seconds: string, rest: string) => {
    const timeMs = Date.parse(`${seconds}Z`)
    if (Math.abs(timeMs - endMs) > storyMsMax) return whole
    return `"${new Date(timeMs + shiftMs).toISOString().slice(0, 19)}${rest}`
  })
}

/** Returns the content of a disk to which the prepared log was written up to `nowMs`. [SD3] */
export function contentsOf(prepared: PreparedLog, nowMs: number): DiskContents {
  const { endMs, compacted, entries } = prepared
  const shiftMs = Math.floor((nowMs - endMs) / 1000) * 1000
  const encoder = new TextEncoder()
  return {
    snapshot: [],
    snapshotRevision: 0,
    compacted: compacted as Revision | 0,
    log: entries.map((entry) => ({
      revision: entry.revision as Revision,
      key: entry.key,
      value: entry.value === null ? null : encoder.encode(shiftTimes(entry.value, endMs, shiftMs)),
      created: entry.created as Revision,
      previous: entry.previous as Revision | 0,
      timeMs: entry.timeMs + shiftMs,
      author: entry.author,
    })),
  }
}

/** Returns only the objects that a server creates for itself, all compacted: the content of an empty cluster. [SD6] */
export const ownPart = (prepared: PreparedLog): PreparedLog => ({
  ...prepared,
  compacted: prepared.own,
  entries: prepared.entries.filter(({ revision }) => revision <= prepared.own),
})

/** Returns the log without the server's own objects, which are the same in all recordings of one build. */
export const withoutOwn = (prepared: PreparedLog): PreparedLog => ({
  ...prepared,
  entries: prepared.entries.filter(({ revision }) => revision > prepared.own),
})

/** Adds the server's own objects of another recording of the same build to what {@link withoutOwn} returned. */
export const withOwnOf = (prepared: PreparedLog, other: PreparedLog): PreparedLog => ({
  ...prepared,
  entries: [...ownPart(other).entries, ...prepared.entries],
})

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/g

/**
 * Returns the prepared log as a sample that ends at `nowMs`. Objects get new uids from `uid`, the same in all their
 * versions and references: the recorded ones may have been used in this cluster before. [DB12]
 */
export function sampleOf(prepared: PreparedLog, nowMs: number, uid: () => string): SampleLog {
  const { endMs, compacted, entries } = prepared
  const shiftMs = Math.floor((nowMs - endMs) / 1000) * 1000
  const encoder = new TextEncoder()
  const uids = new Map<string, string>()
  const renew = (old: string): string => {
    const known = uids.get(old) ?? uid()
    uids.set(old, known)
    return known
  }
  const writes = entries.map(({ key, value, timeMs, author }) => ({
    key,
    value: value === null ? null : encoder.encode(shiftTimes(value, endMs, shiftMs).replaceAll(uidPattern, renew)),
    timeMs: timeMs + shiftMs,
    author,
  }))
  return { writes, compactedCount: entries.filter(({ revision }) => revision <= compacted).length }
}
