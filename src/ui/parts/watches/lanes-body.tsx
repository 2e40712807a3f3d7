import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { WatchInfo } from '#facts/fact.ts'
import { Button } from '#ui/kit/button.tsx'
import { createOpenStore } from '#ui/lab/open-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useRailScale } from '#ui/rail/use-rail-scale.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ForeignRow } from './foreign-row.tsx'
import { foreignLetters } from './foreign-watches.ts'
import { createFormState } from './form-state.ts'
import { type LaneAxis, LaneHatch } from './lane-plot.tsx'
import { LaneRow } from './lane-row.tsx'
import { createLanesPart } from './lanes-part.ts'
import { OpenForm } from './open-form.tsx'
import { useForeignWatches } from './use-foreign-watches.ts'
import styles from './watches.module.css'

/** The lanes of all watches on the rail's axis. */
export function LanesBody() {
  const lab = useLab()
  const lanes = partState(lab, createLanesPart)
  const form = partState(lab, createFormState)
  const asking = useStore(form, (state) => state.open)
  const all = useStore(lanes.store, (state) => state.lanes)
  const rows = useStore(lab.cluster, (state) => state.rows)
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const scale = useRailScale()
  const axis = useMemo(() => ({ rows, compacted, scale }), [rows, compacted, scale])
  const { others, loops } = useForeignWatches()
  const letters = useMemo(() => foreignLetters(others), [others])
  return (
    <div className={styles.panel} style={{ ['--lane-plot' as string]: `${scale.width}px` }}>
      {asking && <OpenForm onDone={() => form.close()} />}
      <LaneHatch />
      {all.length === 0 && others.length === 0 && !asking && (
        <p className={styles.empty}>
          No open watches.{' '}
          <Button size="small" onClick={() => form.open()}>
            Open a watch
          </Button>{' '}
          A watch is a GET that does not end: each later change arrives as one line.
        </p>
      )}
      <ul className={styles.lanes} aria-label="Watches">
        {all.map((lane) => (
          <LaneRow key={lane.id} lane={lane} lanes={lanes} axis={axis} />
        ))}
        {others.map((watch) => (
          <ForeignRow key={`elsewhere ${watch.id}`} watch={watch} letter={letters.get(watch.id) ?? ''} axis={axis} />
        ))}
        {loops.length > 0 && <Loops loops={loops} axis={axis} />}
      </ul>
      <Announcer />
    </div>
  )
}

const createLoopsState = (): ReturnType<typeof createOpenStore> => createOpenStore()

/** The watches of the server's own controllers, folded under one row. They cannot be cut: they open again. [WT9] */
function Loops({ loops, axis }: { readonly loops: readonly WatchInfo[]; readonly axis: LaneAxis }) {
  const fold = partState(useLab(), createLoopsState)
  const isOpen = useStore(fold, (state) => state.open)
  return (
    <>
      <li className={styles.fold}>
        <Button
          look="ghost"
          size="small"
          icon={isOpen ? 'down' : 'right'}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? fold.close() : fold.open())}
        >
          {countText(loops.length, 'watch', 'watches')} of the server’s own controllers
        </Button>
      </li>
      {isOpen && loops.map((watch) => <ForeignRow key={watch.id} watch={watch} letter="" axis={axis} />)}
    </>
  )
}

/** Announces the number of received events to screen readers, at most once per render. */
function Announcer() {
  const lanes = useStore(partState(useLab(), createLanesPart).store, (state) => state.lanes)
  const words = lanes.map((lane) => `${lane.letter}: ${countText(lane.eventCount, 'event')}`).join(', ')
  return (
    <p className="visually-hidden" aria-live="off" role="log">
      {words}
    </p>
  )
}
