import { expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { writeLesson } from './write-lesson.ts'

test('[LSN18] every lesson that is written as files is read from them as it was', () => {
  const { lessons } = readCatalogue(lessonFolders())
  expect(lessons.length).toBeGreaterThan(24)
  for (const lesson of lessons) {
    const { lesson: again, problems } = readLesson(lesson.id, writeLesson(lesson))
    expect(problems, lesson.id).toEqual([])
    expect(again, lesson.id).toEqual(lesson)
  }
})
