import type { RevisionRow, WatchInfo } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { awaitedRows, indexOfVersion, readUpTo } from './lane-rows.ts'
import type { Lane } from './lanes-state.ts'
import { type DeliveredRows, deliveredRows, readRevision } from './delivered-rows.ts'

export type EventLook =
  /** A change that was delivered as it happened. */
  | 'change'
  /** An object that existed when the stream began. */
  | 'initial'
  /** A change that was not delivered yet. */
  | 'awaited'

export interface PlacedEvent {
  readonly x: number
  readonly row: RevisionRow
  readonly look: EventLook
  /** Size of the event's line; 0 when it is not known. */
  readonly bytes: number
}

/** The marks and spans of a lane, on the rail's axis. */
export interface LanePicture {
  readonly events: readonly PlacedEvent[]
  readonly bookmarks: readonly number[]
  /** Number of delivered events whose revisions are left of the axis: no longer kept, or scrolled out of view. */
  readonly earlier: number
  /** Number of delivered events whose revisions are right of the axis, which is scrolled in the past. */
  readonly later: number
  /** The line of what was delivered. */
  readonly from: number
  readonly to: number
}

interface Axis {
  readonly rows: readonly RevisionRow[]
  readonly scale: RailScale
}

/** Collects the events of a picture; each one is either placed or counted beside the axis. */
function collect({ rows, scale }: Axis) {
  const events: PlacedEvent[] = []
  const beside = { earlier: 0, later: 0 }
  return {
    events,
    beside,
    add(row: RevisionRow, look: EventLook, bytes: number): void {
      const at = indexOfVersion(rows, String(row.revision))
      if (at < scale.first) beside.earlier += 1
      else if (at >= scale.end) beside.later += 1
      else events.push({ x: scale.x(at), row, look, bytes })
    },
  }
}

/** Left end of the line: the start of the kept history, or of the axis. */
const leftEdge = (scale: RailScale): number => (scale.first === 0 ? Math.max(8, scale.gone - 4) : 0)

/** Position of a revision on the axis, not outside of it. */
function xOf(revision: number, { rows, scale }: Axis): number {
  const at = lastIndexAt(rows, revision)
  return at < scale.first ? leftEdge(scale) : Math.min(scale.liveX, scale.x(at))
}

/** Right end of the line: the live edge, or where a client that is behind has read to. */
function endOf(lane: Lane, awaited: readonly RevisionRow[], axis: Axis): number {
  const isCurrent = lane.state === 'open' && awaited.length === 0
  return isCurrent || readUpTo(lane) === 0 ? axis.scale.liveX : xOf(readUpTo(lane), axis)
}

/** Draws a watch of this page: each event that it received has a place, or is counted beside the axis. [WT8] */
export function lanePicture(lane: Lane, axis: Axis): LanePicture {
  const { rows, scale } = axis
  const { events, beside, add } = collect(axis)
  const bookmarks: number[] = []
  const taken = new Set<number>()
  for (const { type, resourceVersion, initial, bytes } of lane.events) {
    const at = type === 'BOOKMARK' ? lastIndexAt(rows, Number(resourceVersion)) : indexOfVersion(rows, resourceVersion)
    const row = rows[at]
    if (row === undefined || at < scale.first) beside.earlier += 1
    else if (type !== 'BOOKMARK') add(row, initial ? 'initial' : 'change', bytes)
    else if (at >= scale.end) beside.later += 1
    // A bookmark is sent after the event of the same revision, so it is drawn after it.
    else bookmarks.push(scale.x(at) + (taken.has(at) ? scale.step / 2 : 0))
    taken.add(at)
  }
  // Events that the lane no longer keeps are the oldest ones.
  const earlier = beside.earlier + lane.eventCount - lane.events.length
  const { later } = beside
  const awaited = awaitedRows(lane, rows)
  const to = endOf(lane, awaited, axis)
  const first = earlier > 0 ? leftEdge(scale) : Math.min(...events.map(({ x }) => x), ...bookmarks)
  const from = Math.min(lane.openedAt === 0 ? to : xOf(lane.openedAt, axis), first, to)
  for (const row of awaited) add(row, 'awaited', 0)
  return { events, bookmarks, earlier, later, from, to }
}

/** Draws a watch of another client from the writes that the server delivered to it. [WT8] */
export function foreignPicture(watch: WatchInfo, axis: Axis): LanePicture & Pick<DeliveredRows, 'isExact'> {
  const { rows, scale } = axis
  const { changes, initial, awaited, isExact } = deliveredRows(watch, rows)
  const { events, beside, add } = collect(axis)
  for (const row of initial) add(row, 'initial', 0)
  for (const row of changes) add(row, 'change', 0)
  const unplaced = isExact ? Math.max(0, watch.deliveredCount - events.length - beside.earlier - beside.later) : 0
  const earlier = beside.earlier + unplaced
  const { later } = beside
  const to = awaited.length > 0 ? xOf(readRevision(watch), axis) : scale.liveX
  const from = Math.min(xOf(watch.startRevision, axis), ...events.map(({ x }) => x), to)
  for (const row of awaited) add(row, 'awaited', 0)
  return { events, bookmarks: [], earlier, later, from: earlier > 0 ? leftEdge(scale) : from, to, isExact }
}
