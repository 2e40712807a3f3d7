import type { WatchInfo } from '#facts/fact.ts'
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
    const target = targetOf(openTarget)
    if (state === 'open' || state === 'opening') taken.set(target, (taken.get(target) ?? 0) + 1)
  }
  return [...watches]
    .filter(({ actor }) => actor !== pageActor)
    .toSorted((one, other) => one.id - other.id)
    .filter(({ url }) => {
      const target = targetOf(url)
      const left = taken.get(target) ?? 0
      if (left > 0) taken.set(target, left - 1)
      return left === 0
    })
}
