import type { LessonDraft } from '#lesson/build/draft.ts'
import type { LessonProblem } from '#lesson/fields.ts'
import type { Lesson } from '#lesson/lesson.ts'
import type { FirstWord } from './first-words.ts'

/** The data of the builder's form. */
export type BuildView =
  /** The words about the lesson; the focus moves to `field` with its words selected. */
  | { readonly type: 'about'; readonly field?: FirstWord }
  | { readonly type: 'yaml' }
  | { readonly type: 'step'; readonly key: number }

/** The open draft, for the parts of the builder. */
export interface Build {
  readonly draft: LessonDraft
  /** The lesson that the draft describes. */
  readonly lesson: Lesson
  /** Problems of its files, as a reader would report them. */
  readonly problems: readonly LessonProblem[]
  readonly view: BuildView
  setView(view: BuildView): void
  change(change: (draft: LessonDraft) => LessonDraft): void
  /** Lets the lesson solve itself. */
  run(): void
}
