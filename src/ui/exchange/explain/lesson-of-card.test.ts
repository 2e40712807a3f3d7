import { expect, test } from 'vitest'
import { readCatalogue } from '#lesson/catalogue.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { cards } from './explanation.ts'
import { cardLessons, cardsWithLesson, lessonOfCard } from './lesson-of-card.ts'

const lessons = new Map(readCatalogue(lessonFolders()).lessons.map((lesson) => [lesson.id, lesson]))

/** Refusals that a step of their lesson shows, with a part of its conditions. */
const shown: Readonly<Record<string, string>> = {
  'stale-version': 'last.code == 409',
  conflict: 'last.code == 409',
  'apply-conflict': 'FieldManagerConflict',
  precondition: 'last.code == 409',
  'already-exists': 'AlreadyExists',
  'page-expired': 'r.code == 410',
  expired: 'r.code == 410',
  'future-version': 'last.code == 504',
  'version-match': 'resourceVersionMatch',
  'strict-fields': 'unknown field',
  'patch-type': 'last.code == 415',
  'not-acceptable': 'last.code == 406',
  selector: 'field selector',
  'not-allowed': 'r.code == 403',
  'unknown-caller': 'last.code == 401',
  'policy-refused': 'at most three entries',
  invalid: 'last.code == 422',
  budget: 'DisruptionBudget',
  'try-later': 'last.code == 503',
}

test('[LSN16] a refusal that a lesson shows opens the step that shows it', () => {
  const conditionsOf = (card: string): string => {
    const { id = '', step = 0 } = lessonOfCard(card) ?? {}
    const { expect: conditions = [] } = lessons.get(id)?.steps[step - 1] ?? {}
    return conditions.map(({ is }) => is).join('\n')
  }
  for (const [card, part] of Object.entries(shown)) expect(conditionsOf(card), card).toContain(part)
})

test('[LSN16] every card that names a lesson exists, and so does the lesson, under that title, with that step', () => {
  for (const { id, title, step } of cardLessons) {
    expect(lessons.get(id)?.title).toBe(title)
    expect(lessons.get(id)?.steps[step - 1], `${id} has no step ${step}`).toBeDefined()
  }
  const known = new Set(cards.map(({ id }) => id))
  expect(cardsWithLesson.filter((id) => !known.has(id))).toEqual([])
  expect(lessonOfCard('stale-version')).toMatchObject({ id: 'race-409', step: 2 })
  // A lesson cannot fill a disk, use up a range of addresses, or have a body of three MiB in its text; the other two say
  // nothing that is known.
  const without = ['bug', 'no-room', 'other', 'out-of-addresses', 'too-large']
  expect([...new Set(cards.map(({ id }) => id))].filter((id) => lessonOfCard(id) === undefined).toSorted()).toEqual(
    without,
  )
})
