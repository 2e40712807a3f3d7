import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createUndo } from './undo-store.ts'
import { undoChoices } from './undo-stack.ts'

const choicesOf = (lab: Lab) =>
  undoChoices(lab.cluster.getState().rows, partState(lab, createUndo).store.getState().taken, lab.actor.getState().name)

const isLive = (lab: Lab): boolean => lab.cursor.getState().at === null

/** Undo and redo, outside of editors, which have their own. [UN1] [UN3] */
export const undoCommands: readonly Command[] = [
  {
    id: 'undo',
    section: 'Objects',
    title: 'Undo your last write',
    keys: ['Mod+z'],
    note: (lab) => `revision ${choicesOf(lab).undo ?? ''}`,
    when: (lab) => isLive(lab) && choicesOf(lab).undo !== null,
    run: (lab) => void partState(lab, createUndo).undo(),
  },
  {
    id: 'redo',
    section: 'Objects',
    title: 'Redo what was undone',
    keys: ['Mod+Shift+z'],
    note: (lab) => `takes back revision ${choicesOf(lab).redo ?? ''}`,
    when: (lab) => isLive(lab) && choicesOf(lab).redo !== null,
    run: (lab) => void partState(lab, createUndo).redo(),
  },
]
