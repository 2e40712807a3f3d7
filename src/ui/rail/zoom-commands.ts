import type { Command } from '#ui/lab/command.ts'
import { zoomBy } from './zoom-store.ts'

/** Commands that zoom the rail from the keyboard and the palette. [RL3] */
export const zoomCommands: readonly Command[] = [
  {
    id: 'zoom-in',
    section: 'Panels',
    row: 'Rail: larger, smaller',
    title: 'Rail: fewer, larger',
    keys: ['+'],
    icon: 'plus',
    run: (lab) => zoomBy(lab, 1),
  },
  {
    id: 'zoom-out',
    section: 'Panels',
    row: 'Rail: larger, smaller',
    title: 'Rail: more, smaller',
    keys: ['-'],
    icon: 'minus',
    run: (lab) => zoomBy(lab, -1),
  },
]
