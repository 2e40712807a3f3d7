import { parseExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { checkStep, isDone, mistakeIn, type Check } from '#lesson/check-step.ts'
import { expandText } from '#lesson/expand.ts'
import type { Lesson, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import type { LessonSession } from '#lesson/session.ts'
import type { OpenLesson } from '#ui/lab/lesson-progress.ts'
import type { RequestDraft } from '#ui/exchange/request-draft.ts'

/** The data of a lesson's column. */
export interface PlayerState {
  readonly phase: 'opening' | 'playing' | 'failed'
  /** The reason why it failed. */
  readonly failure: string
  readonly lesson: Lesson | null
  readonly open: OpenLesson
  /** Index of the step that is shown; steps before the open one are read only. */
  readonly viewed: number
  readonly checks: readonly Check[]
  /** The text about a likely mistake that was made; `''` for none. */
  readonly mistake: string
  /** Number of hints that are shown. */
  readonly hints: number
  /** The texts of the viewed step with the values of this moment. */
  readonly say: string
  readonly after: string
  /** The draft that the answer replaced in the editor. */
  readonly mine: RequestDraft | null
  readonly answer: RequestDraft | null
  /** Index of the answer's request that is filled in next. */
  readonly answerAt: number
}

export const stepOf = ({ lesson, open }: Pick<PlayerState, 'lesson' | 'open'>): LessonStep | undefined =>
  lesson?.steps[open.step]

/** True after the learner went on from the last step. */
export const isFinished = ({ lesson, open }: Pick<PlayerState, 'lesson' | 'open'>): boolean =>
  lesson !== null && open.step >= lesson.steps.length

/** The request of an answer that Compare shows: the last one with a body, or the last one. [LSN14] */
export const comparedRequest = (answer: readonly LessonRequest[]): LessonRequest | undefined =>
  answer.findLast(({ body }) => body !== undefined && body !== '') ?? answer.at(-1)

/** The line of each step at the end of a lesson, with the values that the steps kept. [LSN14] */
export function aftersOf({ steps }: Lesson, kept: OpenLesson['kept']): readonly string[] {
  const values = Object.fromEntries(Object.entries(kept).map(([name, text]) => [name, parseExactJson(text) as Json]))
  return steps.map(({ after }) => expandText(after, { kept: values }))
}

/** Returns what changed in the view of a session: checks, words, a mistake. */
export function viewOf(
  state: PlayerState,
  session: LessonSession,
): Pick<PlayerState, 'checks' | 'mistake' | 'say' | 'after'> & { readonly isNowDone: boolean } {
  const inputs = session.inputs()
  const step = stepOf(state)
  const viewed = state.lesson?.steps[state.viewed]
  const say = viewed === undefined ? '' : expandText(viewed.say, inputs)
  const after = viewed === undefined ? '' : expandText(viewed.after, inputs)
  if (step === undefined) return { checks: [], mistake: '', say, after, isNowDone: false }
  if (state.open.isStepDone) return { checks: state.checks, mistake: '', say, after, isNowDone: false }
  const checks = checkStep(step, inputs).map((check) => ({ ...check, say: expandText(check.say, inputs) }))
  const mistake = mistakeIn(step, inputs)
  const isNowDone = isDone(checks)
  return {
    checks,
    mistake: isNowDone || mistake === undefined ? '' : expandText(mistake.say, inputs),
    say,
    after,
    isNowDone,
  }
}
