import type { Revision } from '#api/revision.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Author, LogEntry } from '#server/storage/log.ts'

/*
 * A prepared log is a log that was recorded when the page was built, as JSON. A fresh cluster starts from it, moved in time so that
 * its story ends now.
 */

/** One version of one key; the value as text, `null` for a deletion. */
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
  /** Nothing at or below this revision is readable history. */
  readonly compacted: number
  /** In revision order, from the first. */
  readonly entries: readonly PreparedEntry[]
}

const timestampPattern = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)((?:\.\d+)?Z")/g
/** Timestamps further from the end of the recording than this are data, not times of the story. */
const storyMsMax = 7 * 24 * 3600 * 1000

/** Writes what a log held as a prepared log. Every entry since the log began must be among `entries`. */
export function toPreparedLog(entries: readonly LogEntry[], compacted: Revision | 0, endMs: number): PreparedLog {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return {
    format: 'orchard-prepared-log/1',
    endMs,
    compacted,
    entries: entries.map((entry) => ({ ...entry, value: entry.value === null ? null : decoder.decode(entry.value) })),
  }
}

/** Moves the times of the story in a stored object's text by `shiftMs`, a whole number of seconds. */
function shiftTimes(text: string, endMs: number, shiftMs: number): string {
  return text.replaceAll(timestampPattern, (whole, seconds: string, rest: string) => {
    const timeMs = Date.parse(`${seconds}Z`)
    if (Math.abs(timeMs - endMs) > storyMsMax) return whole
    return `"${new Date(timeMs + shiftMs).toISOString().slice(0, 19)}${rest}`
  })
}

/** What a disk would hold if the prepared log had been written up to `nowMs`. [SD3] */
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
