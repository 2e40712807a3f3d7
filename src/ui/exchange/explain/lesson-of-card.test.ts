import { expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { cards } from './explanation.ts'
import { cardLessons, cardsWithLesson, lessonOfCard } from './lesson-of-card.ts'

test('[LSN16] every card that names a lesson exists, and so does the lesson, under that title, with that step', () => {
  const lessons = new Map(readCatalogue(lessonFolders()).lessons.map((lesson) => [lesson.id, lesson]))
  for (const { id, title, step } of cardLessons) {
    expect(lessons.get(id)?.title).toBe(title)
    expect(lessons.get(id)?.steps[step - 1], `${id} has no step ${step}`).toBeDefined()
  }
  const known = new Set(cards.map(({ id }) => id))
  expect(cardsWithLesson.filter((id) => !known.has(id))).toEqual([])
  expect(lessonOfCard('stale-version')).toMatchObject({ id: 'race-409', step: 2 })
  // These say something about the server or its load, which no lesson teaches, or nothing that is known.
  const without = ['bug', 'no-room', 'other', 'out-of-addresses', 'timed-out', 'too-large', 'too-many', 'try-later']
  expect([...new Set(cards.map(({ id }) => id))].filter((id) => lessonOfCard(id) === undefined).toSorted()).toEqual(
    without,
  )
})
