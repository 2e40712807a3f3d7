import { newDraft } from '#lesson/build/edit-lesson.ts'
import type { Lesson } from '#lesson/lesson.ts'

const first = newDraft('')

/** True while the lesson has words that nobody has written yet. */
export const hasFirstWords = ({ about, text, title }: Lesson): boolean =>
  about === first.about || text === first.text || title === first.title
