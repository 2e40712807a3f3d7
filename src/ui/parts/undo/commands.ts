import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createUndo } from './undo-store.ts'
import { undoChoices } from './undo-stack.ts'

const choicesOf = (lab: Lab) =>
  undoChoices(lab.cluster.getState().rows, partState(lab, createUndo).store.getState().taken, lab.actor.getState().name)

/** While another undo or redo is in progress its result is not known yet: the next one waits for it. [UN4] */
const canTake = (lab: Lab, choice: 'undo' | 'redo'): boolean =>
  lab.cursor.getState().at === null &&
  (choicesOf(lab)[choice] !== null || partState(lab, createUndo).store.getState().pendingCount > 0)

/** Undo and redo, outside of editors, which have their own. [UN1] [UN3] */
export const undoCommands: readonly Command[] = [
  {
    id: 'undo',
    section: 'Objects',
    title: 'Undo your last write',
    keys: ['Mod+z'],
    note: (lab) => `revision ${choicesOf(lab).undo ?? 'none'}`,
    // The keys also say that the history of a write may have expired. [UN2]
    when: (lab) => canTake(lab, 'undo') || (lab.cursor.getState().at === null && lab.cluster.getState().compacted > 0),
    run: (lab) => void partState(lab, createUndo).undo(),
  },
  {
    id: 'redo',
    section: 'Objects',
    title: 'Redo what was undone',
    keys: ['Mod+Shift+z'],
    note: (lab) => `takes back revision ${choicesOf(lab).redo ?? ''}`,
    when: (lab) => canTake(lab, 'redo'),
    run: (lab) => void partState(lab, createUndo).redo(),
  },
]
