import { readCarried } from '#lesson/carry/carried.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import type { Lesson } from '#lesson/lesson.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { broughtOf } from './brought-store.ts'
import { startLesson } from './start-lesson.ts'

/** Plays a lesson that is being built as a learner gets it: through its files, among the lessons from others. Resolves with why not, or `''`. [LSN33] */
export async function playDraft(lab: Lab, lesson: Lesson): Promise<string> {
  const brought = broughtOf(lab)
  brought.bring(readCarried(writeLesson(lesson)))
  const { last } = brought.store.getState()
  if (last?.type !== 'lesson') return last?.words ?? 'It could not be read.'
  return startLesson(lab, last.lesson)
}
