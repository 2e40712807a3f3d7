import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { later } from '#ui/kit/later.tsx'
import { openDock } from '#ui/lab/actions.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'

/** The dock tab of the simulated clients, and of the faults that requests meet on their way. */
export const lifePanel: DockPanel = {
  id: 'life',
  title: 'Life',
  /** The clients whose requests meet faults, so that faults of an earlier visit are seen without opening the tab. */
  useCount: () => useStore(useLab().wire.store, ({ faults }) => Object.keys(faults).length || null),
  commands: [
    {
      id: 'wire-faults',
      section: 'Time',
      title: 'Faults on the wire: delay, drop, repeat, 429, cut',
      keys: [],
      icon: 'bolt',
      note: (lab) =>
        Object.keys(lab.wire.store.getState().faults).length === 0 ? 'all requests pass' : 'some are met',
      run: (lab) => openDock(lab, 'life'),
    },
    {
      id: 'actors',
      section: 'Time',
      title: 'Actors: simulated clients as YAML',
      keys: [],
      icon: 'user',
      run: (lab) => openDock(lab, 'life'),
    },
  ],
  Tools,
  Body: later(async () => (await import('./life-body.tsx')).LifeBody),
}

function Tools() {
  const { wire } = useLab()
  const isFaulty = useStore(wire.store, ({ faults }) => Object.keys(faults).length > 0)
  return (
    <Button size="small" disabled={!isFaulty} onClick={() => wire.clear()}>
      Let all requests pass
    </Button>
  )
}
