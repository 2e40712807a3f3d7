import type { RevisionRow, WatchInfo } from '#facts/fact.ts'
import type { Delivery } from '#ui/rail/deliveries-store.ts'
import { isDelivered } from './delivered-rows.ts'
import { foreignLetters, foreignWatches, isOwnLoop } from './foreign-watches.ts'
import type { Lane } from './lanes-state.ts'

/** A longer time is not the time of a delivery: the server's clock was moved, or the stream began later. */
const msMax = 10_000

function ofLane({ letter, events }: Lane, { revision, timeMs }: RevisionRow): readonly Delivery[] {
  const event = events.findLast(
    ({ resourceVersion, type }) => type !== 'BOOKMARK' && resourceVersion === String(revision),
  )
  if (event === undefined) return []
  const ms = Math.round(event.timeMs - timeMs)
  return [{ letter, ms: event.initial || ms < 0 || ms > msMax ? null : ms }]
}

/** Returns the watches that delivered a write: the person's lanes, then those of other clients. [RL10] */
export function deliveriesOf(
  row: RevisionRow,
  lanes: readonly Lane[],
  watches: Iterable<WatchInfo>,
): readonly Delivery[] {
  const foreign = foreignWatches(watches, lanes).filter((watch) => !isOwnLoop(watch))
  const letters = foreignLetters(foreign)
  return [
    ...lanes.flatMap((lane) => ofLane(lane, row)),
    ...foreign
      .filter((watch) => isDelivered(watch, row))
      .map(({ id }) => ({ letter: letters.get(id) ?? '', ms: null })),
  ]
}
