import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { readCatalogue } from './catalogue.ts'
import type { Lesson } from './lesson.ts'

const { lessons } = readCatalogue(lessonFolders())

const textsOf = ({ title, about, text, steps }: Lesson): readonly string[] => [
  title,
  about,
  text,
  ...steps.flatMap((step) => [
    step.title,
    step.say,
    step.after,
    ...step.hints,
    ...[...step.expect, ...step.wrong].map(({ say }) => say),
  ]),
]

/** The words of a text in lower case, without marks and code. */
const wordsOf = (text: string): readonly string[] =>
  (text.replaceAll(/<<.+?>>|`[^`]*`/gs, ' ').match(/\p{L}[\p{L}'’]*/gu) ?? []).map((word) =>
    word.toLowerCase().replaceAll('’', "'"),
  )

test('[LSN1] every word of the lessons stands in words.txt, whose spelling was read: add a new word there after a look at it', () => {
  const file = fileURLToPath(new URL('../lessons/words.txt', import.meta.url))
  const known = new Set(readFileSync(file, 'utf8').split(/\s+/).filter(Boolean))
  const used = new Set(lessons.flatMap(textsOf).flatMap(wordsOf))
  expect(used.size).toBeGreaterThan(900)
  expect([...used].filter((word) => !known.has(word))).toEqual([])
  expect([...known].filter((word) => !used.has(word))).toEqual([])
})

test('[LSN1] texts of lessons have no links, doubled words or doubled spaces', () => {
  const linked = /https?:\/\/|\]\(/
  const doubled = /\b(\p{L}+)\s+\1\b/iu
  for (const lesson of lessons)
    for (const text of textsOf(lesson)) {
      const plain = text.replaceAll(/`[^`]*`/g, '`')
      expect(plain, lesson.id).not.toMatch(linked)
      expect(plain, lesson.id).not.toMatch(doubled)
      expect(plain.trim(), lesson.id).not.toMatch(/ {2}/)
    }
})
