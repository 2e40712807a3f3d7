import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import type { RailScale } from './scale.ts'
import { currentScale, railView } from './zoom-store.ts'

/**
 * Returns the rail's axis for everything that is aligned with it: watch lanes draw an event exactly above its revision.
 * [RL1]
 */
export function useRailScale(): RailScale {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const at = useStore(lab.cursor, (state) => state.at)
  const view = useStore(railView(lab))
  // The axis depends on these four values only.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => currentScale(lab), [lab, rows, compacted, at, view])
}
