import { lessonFolders } from '#lessons/all-lessons.ts'
import type { Place } from '#ui/lab/page/place.ts'
import { askLesson } from '#ui/lab/asked-lesson.ts'

/** Returns a field of a lesson's head. The whole lesson is not parsed: 29 of them would take the palette's first keys. */
const headField = (text: string, name: string): string =>
  new RegExp(`^${name}: *(.*?) *$`, 'm').exec(text)?.[1]?.replace(/^(["'])(.*)\1$/, '$2') ?? ''

/** Focuses the card of a lesson if the home page of lessons shows it. */
function focusCard(id: string): boolean {
  const card = [...document.querySelectorAll<HTMLElement>('[data-lesson-card]')].find(
    ({ dataset }) => dataset['lessonCard'] === id,
  )
  // The palette returns the focus when it closes.
  if (card !== undefined) setTimeout(() => card.focus())
  return card !== undefined
}

const lessonPlace = (id: string, title: string, note: string): Place => ({
  id: `lesson ${id}`,
  group: 'Lessons',
  title,
  note,
  icon: 'goto',
  run: (lab) => {
    if (!focusCard(id)) askLesson(lab, { id, step: 0 })
  },
})

/** The lessons of the product, by title; found by what they are about, too. [KB10] */
export const lessonPlaces = (): readonly Place[] =>
  [...lessonFolders()].flatMap(([id, files]) => {
    const text = files['lesson.yaml'] ?? ''
    const title = headField(text, 'title')
    return title === '' ? [] : [lessonPlace(id, title, headField(text, 'about'))]
  })
