import type { Lesson } from '#lesson/lesson.ts'
import { lessonLinkIn, readLessonLink } from '#lesson/carry/link.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'

/** Returns a lesson of the product. */
export function productLesson(id: string): Lesson | undefined {
  const files = lessonFolders().get(id)
  return files === undefined ? undefined : (readLesson(id, files).lesson ?? undefined)
}

/** Returns the lesson that a cell names or that its link carries, or why there is none. */
export function findLesson(id: string, hash: string): Lesson | string {
  const link = lessonLinkIn(hash)
  if (link === null) return productLesson(id) ?? `There is no lesson ${JSON.stringify(id)} here.`
  const carried = readLessonLink(link)
  return carried.type === 'lesson' ? carried.lesson : [carried.words, ...carried.problems].join(' ')
}
