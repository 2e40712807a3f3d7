import type { Lab } from '#ui/lab/lab.ts'
import { lessonHere, type OpenLesson } from '#ui/lab/lesson-progress.ts'
import { lessonById } from './catalogue.ts'
import type { PlayerState } from './player-state.ts'

const nowhere: OpenLesson = {
  id: '',
  cluster: '',
  step: 0,
  isBegun: false,
  isStepDone: false,
  base: 0,
  kept: {},
  counts: [],
  marks: [],
  returnTo: '',
  changedMs: 0,
}

/** Returns the state of a column that opens: that of the play which was left, or words for a lesson that is missing. */
export function atFirst(lab: Lab): PlayerState {
  const open = lessonHere() ?? nowhere
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
