import type { WatchInfo } from '#facts/fact.ts'
import { compareNames } from '#ui/kit/lists/compare-names.ts'
import { actorName, isServerLoop } from '#ui/model/actor-name.ts'
import { pageActor } from '#ui/model/api.ts'
import { targetOf } from '#ui/parts/requests/request-rows.ts'
import type { Lane } from './lanes-state.ts'

/**
 * Returns open watches of the server that have no lane: those of other clients and of the request console. The page's
 * own are excluded. Of several watches with one URL, the oldest belong to the lanes that have this URL open. [WT6]
 */
export function foreignWatches(watches: Iterable<WatchInfo>, lanes: readonly Lane[]): readonly WatchInfo[] {
  const taken = new Map<string, number>()
  for (const { state, openTarget } of lanes) {
    if (state !== 'open' && state !== 'opening') continue
    const target = targetOf(openTarget)
    taken.set(target, (taken.get(target) ?? 0) + 1)
  }
  const others = [...watches].filter(({ actor }) => actor !== pageActor).toSorted((one, other) => one.id - other.id)
  // Parsing the URL of each watch takes long, and watches change with each write.
  if (taken.size === 0) return others
  return others.filter(({ url }) => {
    const target = targetOf(url)
    const left = taken.get(target) ?? 0
    if (left > 0) taken.set(target, left - 1)
    return left === 0
  })
}

/** Reports whether a watch belongs to a loop of the server. Ending one has no effect: it opens another. [WT9] */
export const isOwnLoop = ({ actor }: WatchInfo): boolean => isServerLoop(actor)

/** Sorts watches of loops by the name of the loop: the order in which they opened differs from start to start. */
export const loopsByName = (watches: readonly WatchInfo[]): readonly WatchInfo[] =>
  watches.toSorted((one, other) => compareNames(actorName(one.actor), actorName(other.actor)) || one.id - other.id)

/** Returns the lower-case letters of other clients' watches by id: the initials of their users, then `b2`. [WT9] */
export function foreignLetters(watches: readonly WatchInfo[]): ReadonlyMap<number, string> {
  const counts = new Map<string, number>()
  return new Map(
    watches.map(({ id, actor }) => {
      const initial = actorName(actor).charAt(0).toLowerCase()
      const count = (counts.get(initial) ?? 0) + 1
      counts.set(initial, count)
      return [id, count === 1 ? initial : `${initial}${count}`]
    }),
  )
}
