import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'

/** The lesson that the home page of lessons brings to the person when it opens; `''` for none. */
const createAsked = (): { id: string } => ({ id: '' })

/** Opens the home page of lessons at one of them. */
export function askLesson(lab: Lab, id: string): void {
  partState(lab, createAsked).id = id
  lab.goTo('lessons')
}

/** Returns the lesson that was asked for, once. */
export function takeAskedLesson(lab: Lab): string {
  const asked = partState(lab, createAsked)
  const { id } = asked
  asked.id = ''
  return id
}
