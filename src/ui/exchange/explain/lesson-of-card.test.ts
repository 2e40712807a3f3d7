import { expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { cards } from './explanation.ts'
import { cardLessons, cardsWithLesson, lessonOfCard } from './lesson-of-card.ts'

test('[LSN16] every card that names a lesson exists, and so does the lesson, under that title', () => {
  const titles = new Map(readCatalogue(lessonFolders()).lessons.map(({ id, title }) => [id, title]))
  for (const { id, title } of cardLessons) expect(titles.get(id)).toBe(title)
  const known = new Set(cards.map(({ id }) => id))
  expect(cardsWithLesson.filter((id) => !known.has(id))).toEqual([])
  expect(lessonOfCard('stale-version')?.id).toBe('race-409')
  expect(lessonOfCard('bug')).toBeUndefined()
})
