import type { JsonObject } from '#api/json.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import { EventReader, type ReadEvent } from '#client/event-reader.ts'
import { Refusal, readRefusal } from '#client/refusal.ts'
import { endsInitialEvents, errorOf, type ReadLine, toLaneEvent } from './lane-events.ts'
import type { PaceGate } from './lane-pace.ts'
import { type Lane, laneTarget, withEvents } from './lanes-state.ts'

export interface FollowLane {
  readonly lane: Lane
  readonly fetcher: typeof fetch
  readonly now: () => number
  readonly signal: AbortSignal
  readonly gate: PaceGate
  /** The stream is left after this number of events. */
  readonly eventsMax: number
  /** Receives the reader of the stream, whose connection can be broken at a byte. */
  readonly opened: (reader: EventReader) => void
  readonly change: (how: (lane: Lane) => Lane) => void
  /** The same for events, which may be added later, together with others. */
  readonly add: (how: (lane: Lane) => Lane) => void
  readonly stop: () => void
}

/** Opens the stream of a lane and reads it to its end, as fast as its gate lets events pass. */
export async function followLane(follow: FollowLane): Promise<void> {
  const { lane, fetcher, signal, change } = follow
  try {
    const openTarget = laneTarget(lane)
    change((known) => ({ ...known, openTarget }))
    const response = await fetcher(openTarget, { signal })
    if (!response.ok || response.body === null) throw await readRefusal(response)
    const reader = new EventReader(response.body)
    signal.addEventListener('abort', () => reader.close())
    follow.opened(reader)
    change((known) => ({ ...known, state: 'open', discarded: 0 }))
    await readAll(reader, follow)
    if (signal.aborted) return
    const discarded = reader.partialBytes
    if (reader.isCut) change((known) => ({ ...known, state: 'cut', discarded }))
    else change((known) => (known.state === 'open' ? { ...known, state: 'ended' } : known))
  } catch (error) {
    if (!signal.aborted) change((known) => ended(known, error))
  }
}

async function readAll(reader: EventReader, follow: FollowLane): Promise<void> {
  const { lane, now, signal, gate, add, stop } = follow
  let initial = lane.lastVersion === ''
  let left = follow.eventsMax
  const take = (lines: readonly ReadLine[]): void => {
    const error = lines.map(({ event }) => errorOf(event)).find((status) => status !== null) ?? null
    const events = lines.map((line) => {
      if (endsInitialEvents(line.event)) initial = false
      return toLaneEvent(line, now(), initial)
    })
    add((known) => withEvents(known, events, error))
  }
  for await (const all of reader.events()) {
    const lines = all.slice(0, left).map(toLine)
    left -= lines.length
    for (let at = 0; at < lines.length && !signal.aborted;) {
      await gate.pass(signal)
      const count = gate.pace === 'full' ? lines.length - at : 1
      if (!signal.aborted) take(lines.slice(at, at + count))
      at += count
    }
    if (left === 0) return stop()
    // The reader takes no more bytes while its client reads nothing, so they wait at the server.
    if (gate.pace === 'frozen') await gate.pass(signal)
  }
}

const toLine = ({ event, bytes }: ReadEvent): ReadLine => ({ event: event as WatchEvent<JsonObject>, bytes })

/** Returns a lane whose stream ended with an error. */
export function ended(lane: Lane, error: unknown): Lane {
  if (!(error instanceof Refusal)) return { ...lane, state: 'broken' }
  return { ...lane, state: error.status.code === 410 ? 'expired' : 'refused', status: error.status }
}
