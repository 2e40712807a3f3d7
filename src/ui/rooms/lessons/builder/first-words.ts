import { newDraft } from '#lesson/build/edit-lesson.ts'
import type { Lesson } from '#lesson/lesson.ts'

/** Words about a lesson that a new draft proposes, and that its author replaces. */
export type FirstWord = 'title' | 'about' | 'text'

const first = newDraft('')

/** Names of the fields, as a list of what is missing has them. */
export const firstWordNames: Readonly<Record<FirstWord, string>> = {
  title: 'a title',
  about: 'a line about it',
  text: 'the words before the first step',
}

/** In the order of the form. */
export const firstWords: readonly FirstWord[] = ['title', 'about', 'text']

/** Returns the fields whose words nobody has written yet, in the order of the form. */
export const firstWordsOf = (lesson: Pick<Lesson, FirstWord>): readonly FirstWord[] =>
  firstWords.filter((field) => lesson[field] === first[field] || lesson[field].trim() === '')
