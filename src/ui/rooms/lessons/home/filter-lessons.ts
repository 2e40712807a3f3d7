import type { Lesson } from '#lesson/lesson.ts'
import type { LessonProgress } from '#ui/lab/lesson-progress.ts'

export type Wanted = 'all' | 'to-do' | 'done'

export const wantedChoices: readonly { readonly value: Wanted; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'to-do', label: 'To do' },
  { value: 'done', label: 'Done' },
]

interface Filter {
  readonly text: string
  readonly wanted: Wanted
  readonly done: LessonProgress['done']
}

/** Reports whether a lesson has all words of the search, in its titles or texts, and is wanted. [LSN12] */
export function isShown(lesson: Lesson, { text, wanted, done }: Filter): boolean {
  const isDone = Object.hasOwn(done, lesson.id)
  if (wanted !== 'all' && isDone !== (wanted === 'done')) return false
  const { title, group, about, steps } = lesson
  const whole = [title, group, about, lesson.text, ...steps.flatMap((step) => [step.title, step.say])]
    .join(' ')
    .toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
