import type { Lab } from '#ui/lab/lab.ts'
import { emptyPlay, lessonHere } from '#ui/lab/lesson-progress.ts'
import { lessonById } from './catalogue.ts'
import type { PlayerState } from './player-state.ts'

/** Returns the state of a column that opens: that of the play which was left, or words for a lesson that is missing. */
export function atFirst(lab: Lab): PlayerState {
  const open = lessonHere() ?? emptyPlay
  const lesson = lessonById(lab, open.id) ?? null
  return {
    phase: lesson === null ? 'failed' : 'opening',
    failure: lesson === null ? 'This lesson is not in this version of Orchard.' : '',
    lesson,
    open,
    viewed: open.step,
    checks: [],
    mistake: '',
    hints: 0,
    say: '',
    after: '',
    mine: null,
    answer: null,
    answerAt: 0,
  }
}
