import { expect, test } from 'vitest'
import { findQuestionComments } from './find-question-comments.mjs'

const linesOf = (...lines: string[]) =>
  findQuestionComments(lines.join('\n')).map(({ line, word }) => `${line} ${word}`)

test('a comment that begins with a question word is found in every form of a comment', () => {
  expect(linesOf('/** Whether it is open. */', 'let open', '// How it opens.')).toEqual(['1 Whether', '3 How'])
  expect(linesOf('const a = 1 // Where it was', '{/* Which one */}', '/* Why */')).toEqual([
    '1 Where',
    '2 Which',
    '3 Why',
  ])
  expect(linesOf('  /**', '   * What it is.', '   */')).toEqual(['2 What'])
  expect(linesOf('/*', ' Who it is.', '*/')).toEqual(['2 Who'])
})

test('only the first word of a comment counts, and only that of a comment', () => {
  expect(linesOf('// It says', '// Whether it is open.')).toEqual([])
  expect(linesOf('/** Opens it. */', '/**', ' * Closes it.', ' * When it is open.', ' */')).toEqual([])
  expect(linesOf("const url = 'https://What.test'", '<p>Where</p>', '// Whatever it is')).toEqual([])
})

test('a comment after code is one of its own', () => {
  expect(linesOf('// Opens it.', 'open()', '// What is open.')).toEqual(['3 What'])
})
