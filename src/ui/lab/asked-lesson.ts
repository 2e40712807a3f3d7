import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'

/** A lesson, or a step of one. */
export interface AskedLesson {
  /** `''` for none. */
  readonly id: string
  /** The number of the step from 1; 0 for the lesson as a whole. */
  readonly step: number
}

const none: AskedLesson = { id: '', step: 0 }

/** The lesson that the home page of lessons brings to the person when it opens. */
const createAsked = (): { asked: AskedLesson; isOfRecent: boolean } => ({ asked: none, isOfRecent: false })

/** Opens the home page of lessons at one of them. */
export function askLesson(lab: Lab, asked: AskedLesson): void {
  partState(lab, createAsked).asked = { id: asked.id, step: asked.step }
  lab.goTo('lessons')
}

/** Returns the lesson that was asked for, once. */
export function takeAskedLesson(lab: Lab): AskedLesson {
  const state = partState(lab, createAsked)
  const { asked } = state
  state.asked = none
  return asked
}

/** Opens the home page of lessons, which makes a draft of the last requests. [LSN28] */
export function askLessonOfRecent(lab: Lab): void {
  partState(lab, createAsked).isOfRecent = true
  lab.goTo('lessons')
}

/** Tells whether a draft of the last requests was asked for, once. */
export function takeAskedRecent(lab: Lab): boolean {
  const state = partState(lab, createAsked)
  const { isOfRecent } = state
  state.isOfRecent = false
  return isOfRecent
}
