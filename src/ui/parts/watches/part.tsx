import { useStore } from 'zustand'
import { askExpire, openDock } from '#ui/lab/actions.ts'
import { later } from '#ui/kit/later.tsx'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { collectionPath, type WatchableResource } from '#ui/model/discovery.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import type { LaneSpec } from './lanes-state.ts'
import { createFormState } from './form-state.ts'
import { createLanesPart } from './lanes-part.ts'
import { useForeignWatches } from './use-foreign-watches.ts'
import styles from './watches.module.css'

/** The dock tab that shows watches as lanes on the rail's axis. */
export const watchesPanel: DockPanel = {
  id: 'watches',
  title: 'Watches',
  useCount: () =>
    useStore(partState(useLab(), createLanesPart).store, (state) => state.lanes.length) +
    useForeignWatches().others.length,
  objectActions: (lab, ref) => {
    const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
    const { published } = lab.cluster.getState()
    if (resource === undefined) return []
    const run = () => {
      openDock(lab, 'watches')
      partState(lab, createLanesPart).open(specOf(resource, ref, published))
    }
    const note = () => `metadata.name=${ref.name}, from ${published}`
    return [{ id: 'do-watch', section: 'Objects', title: 'Open a watch on it', keys: [], icon: 'play', note, run }]
  },
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
  Body: later(async () => (await import('./lanes-body.tsx')).LanesBody),
  onRailAxis: true,
}

/** The watch of one object, from now on. */
const specOf = (resource: WatchableResource, { namespace, name }: ObjectRef, published: number): LaneSpec => ({
  name,
  path: collectionPath(resource, namespace),
  start: 'exact',
  resourceVersion: String(published),
  labelSelector: '',
  fieldSelector: `metadata.name=${name}`,
  bookmarks: false,
})

const Legend = later(async () => (await import('./lane-legend.tsx')).LaneLegend)

function Tools() {
  const lab = useLab()
  const form = partState(lab, createFormState)
  const lanes = useStore(partState(lab, createLanesPart).store, (state) => state.lanes)
  const events = lanes.reduce((sum, lane) => sum + lane.eventCount, 0)
  return (
    <>
      {lanes.length > 0 && <Legend />}
      {lanes.length > 0 && (
        <small className={styles.counter}>
          {countText(events, 'event')} on {countText(lanes.length, 'watch', 'watches')}
        </small>
      )}
      <Button size="small" onClick={() => askExpire(lab)} data-testid="watches-expire">
        Expire history…
      </Button>
      <Button size="small" icon="plus" onClick={() => form.open()} data-testid="open-watch">
        Open a watch
      </Button>
    </>
  )
}
