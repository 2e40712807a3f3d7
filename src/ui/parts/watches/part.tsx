import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { WatchInfo } from '#facts/fact.ts'
import { expireHistory, openDock } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import { createOpenStore } from '#ui/lab/open-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useRailScale } from '#ui/rail/use-rail-scale.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { ForeignRow } from './foreign-row.tsx'
import { foreignWatches } from './foreign-watches.ts'
import { LaneRow } from './lane-row.tsx'
import { createLanesPart } from './lanes-part.ts'
import { OpenForm } from './open-form.tsx'
import styles from './watches.module.css'

const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()

/** The dock tab that shows watches as lanes on the rail's axis. */
export const watchesPanel: DockPanel = {
  id: 'watches',
  title: 'Watches',
  useCount: () =>
    useStore(partState(useLab(), createLanesPart).store, (state) => state.lanes.length) + useForeignWatches().length,
  commands: [
    {
      id: 'open-watch',
      section: 'Objects',
      title: 'Open a watch',
      keys: [],
      icon: 'plus',
      run: (lab) => {
        openDock(lab, 'watches')
        partState(lab, createFormState).open()
      },
    },
  ],
  Tools,
  Body,
  onRailAxis: true,
}

function Tools() {
  const lab = useLab()
  const form = partState(lab, createFormState)
  const lanes = useStore(partState(lab, createLanesPart).store, (state) => state.lanes)
  const events = lanes.reduce((sum, lane) => sum + lane.eventCount, 0)
  return (
    <>
      {lanes.length > 0 && (
        <small className={styles.counter}>
          {countText(events, 'event')} on {countText(lanes.length, 'watch', 'watches')}
        </small>
      )}
      <Button size="small" onClick={() => void expireHistory(lab)} data-testid="watches-expire">
        Expire history
      </Button>
      <Button size="small" icon="plus" onClick={() => form.open()} data-testid="open-watch">
        Open a watch
      </Button>
    </>
  )
}

/** Returns watches that other clients have open at this server. */
function useForeignWatches(): readonly WatchInfo[] {
  const lab = useLab()
  const watches = useStore(lab.cluster, (state) => state.watches)
  const lanes = useStore(partState(lab, createLanesPart).store, (state) => state.lanes)
  return useMemo(() => foreignWatches(watches.values(), lanes), [watches, lanes])
}

function Body() {
  const lab = useLab()
  const lanes = partState(lab, createLanesPart)
  const form = partState(lab, createFormState)
  const asking = useStore(form, (state) => state.open)
  const all = useStore(lanes.store, (state) => state.lanes)
  const rows = useStore(lab.cluster, (state) => state.rows)
  const others = useForeignWatches()
  const scale = useRailScale()
  return (
    <div className={styles.panel}>
      {asking && <OpenForm onDone={() => form.close()} />}
      {all.length === 0 && others.length === 0 && !asking ? (
        <p className={styles.empty}>
          No open watches.{' '}
          <Button size="small" onClick={() => form.open()}>
            Open a watch
          </Button>{' '}
          A watch is a GET that does not end: each later change arrives as one line.
        </p>
      ) : (
        <ul className={styles.lanes} aria-label="Watches">
          {all.map((lane) => (
            <LaneRow key={lane.id} lane={lane} lanes={lanes} scale={scale} rows={rows} />
          ))}
          {others.map((watch) => (
            <ForeignRow key={`elsewhere ${watch.id}`} watch={watch} scale={scale} rows={rows} />
          ))}
        </ul>
      )}
      <Announcer />
    </div>
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
