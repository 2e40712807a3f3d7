import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { WatchInfo } from '#facts/fact.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { foreignWatches, isOwnLoop, loopsByName } from './foreign-watches.ts'
import { createLanesPart } from './lanes-part.ts'

/** Returns watches that other clients have open at this server, and apart from them those of its own loops. */
export function useForeignWatches(): { readonly others: readonly WatchInfo[]; readonly loops: readonly WatchInfo[] } {
  const lab = useLab()
  const watches = useStore(lab.cluster, (state) => state.watches)
  const lanes = useStore(partState(lab, createLanesPart).store, (state) => state.lanes)
  return useMemo(() => {
    const all = foreignWatches(watches.values(), lanes)
    return { others: all.filter((watch) => !isOwnLoop(watch)), loops: loopsByName(all.filter(isOwnLoop)) }
  }, [watches, lanes])
}
