import type { Lesson } from '#lesson/lesson.ts'
import type { AskedLesson } from '#ui/lab/asked-lesson.ts'

/** Says that the address names a lesson or a step that is not here; `''` if it is. [LSN30] */
export function missingWords({ id, step }: AskedLesson, lessons: readonly Lesson[]): string {
  if (id === '') return ''
  const lesson = lessons.find((one) => one.id === id)
  if (lesson === undefined) return `There is no lesson ${id} here. One from elsewhere is brought as a file or a link.`
  const { title, steps } = lesson
  return step <= steps.length ? '' : `${title} has no step ${step}: its last one is ${steps.length}.`
}
