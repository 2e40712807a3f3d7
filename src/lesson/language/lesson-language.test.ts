import { expect, test } from 'vitest'
import { readLesson } from '#lesson/read-lesson.ts'
import { completeLesson, hoverLesson } from './lesson-language.ts'
import { type LessonField, lessonFields } from './lesson-schema.ts'

/** Completes at `|`. */
function completed(text: string): readonly string[] {
  const offset = text.indexOf('|')
  return completeLesson(text.replace('|', ''), offset).map(({ label }) => label)
}

/** The fields that the reader knows where `x` stands, by its own words. */
function knownAt(yaml: string): readonly string[] {
  const { problems } = readLesson('a', { 'lesson.yaml': yaml, 'text.md': 'Words.' })
  const words = problems.map(({ message }) => /x: is unknown; known here are (.*)$/.exec(message)?.[1]).find(Boolean)
  return words?.split(', ') ?? []
}

const namesOf = (fields: readonly LessonField[] | undefined): readonly string[] =>
  (fields ?? []).map(({ name }) => name).toSorted()

test('[LSN24] the fields that are proposed are those that the reader knows', () => {
  const step = lessonFields.find(({ name }) => name === 'steps')?.fields
  const below = (name: string) => step?.find((field) => field.name === name)?.fields
  expect(namesOf(lessonFields)).toEqual(knownAt('x: 1'))
  expect(namesOf(step)).toEqual(knownAt('steps: [{ x: 1 }]'))
  expect(namesOf(below('expect'))).toEqual(knownAt('steps: [{ expect: [{ x: 1 }] }]'))
  expect(namesOf(below('wrong'))).toEqual(knownAt('steps: [{ wrong: [{ x: 1 }] }]'))
  expect(namesOf(below('answer'))).toEqual(knownAt('steps: [{ answer: [{ x: 1 }] }]'))
})

test('[LSN24] completion proposes fields that are not set yet, and the values of those that have few', () => {
  expect(completed('title: A\n|')).not.toContain('title')
  expect(completed('title: A\n|')).toContain('steps')
  expect(completed('steps:\n- title: A\n  fo|')).toEqual(['focus'])
  expect(completed('steps:\n- title: A\n  focus: re|')).toEqual(['request', 'revisions', 'requests'])
  expect(completed('steps:\n- answer:\n  - do: GET /a\n    type: mer|')).toEqual(['merge'])
  expect(completed('steps:\n- expect:\n  - is: true\n    |')).toEqual(['say'])
  expect(completed('nothing:\n  deep: |')).toEqual([])
})

test('[LSN24] hovering a field says what it means', () => {
  const text = 'steps:\n- title: A\n  focus: rail\n'
  expect(hoverLesson(text, text.indexOf('focus') + 2)).toMatchObject({
    title: 'focus',
    doc: 'The panel that is opened.',
    facts: [expect.stringContaining('rail')],
  })
  expect(hoverLesson('{', 0)).toBeUndefined()
})
