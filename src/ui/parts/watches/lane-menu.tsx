import { memo } from 'react'
import { MenuButton } from '#ui/kit/menu.tsx'
import type { Pace } from './lane-pace.ts'
import type { Lanes } from './lanes-store.ts'
import styles from './lane-menu.module.css'

const paces: readonly { readonly id: Pace; readonly label: string; readonly note: string }[] = [
  { id: 'full', label: 'Full speed', note: 'each event as it comes' },
  { id: 'slow', label: 'One per second', note: 'the others wait' },
  { id: 'frozen', label: 'Frozen', note: 'connected, reads nothing' },
]

interface LaneMenuProps {
  readonly id: number
  readonly letter: string
  readonly pace: Pace
  readonly lanes: Lanes
}

/** The menu that sets how fast the client of a lane reads, and where its connection breaks. [WT12] */
export const LaneMenu = memo(function LaneMenu({ id, letter, pace, lanes }: LaneMenuProps) {
  const cuts = [
    { id: 'mid-event', label: 'In the middle of the next event', run: () => lanes.cutAt(id, 'mid-event') },
    { id: '100', label: 'After 100 bytes', run: () => lanes.cutAt(id, 100) },
    { id: '10000', label: 'After 10 000 bytes', run: () => lanes.cutAt(id, 10_000) },
  ]
  return (
    <MenuButton
      look="ghost"
      size="small"
      icon="clock"
      className={styles.pace}
      aria-label={`Pace of watch ${letter}`}
      title="How the client reads, and where its connection breaks"
      menuLabel={`Pace of watch ${letter}`}
      chosen={[pace]}
      sections={[
        {
          heading: 'The client reads',
          items: paces.map((one) => ({ ...one, run: () => lanes.setPace(id, one.id) })),
        },
        { heading: 'Break the connection', items: cuts },
      ]}
    />
  )
})
