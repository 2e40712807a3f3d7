import { expect, test } from 'vitest'
import { type CodePiece, highlightCode } from './highlight-code.ts'

const shown = (pieces: readonly CodePiece[]): string => pieces.map(({ kind, text }) => `${kind}(${text})`).join('')

test.each([
  ['replicas: 3', 'key(replicas)plain(:)plain( )number(3)'],
  ['  - name: "a: b" # why', 'plain(  - )key(name)plain(:)plain( )string("a: b" )comment(# why)'],
  ['# only words: 1', 'comment(# only words: 1)'],
  ['image: shop/web:2.4', 'key(image)plain(:)plain( )string(shop/web:2.4)'],
  ["'a:b': true", "key('a:b')plain(:)plain( )number(true)"],
  ['- item', 'plain(- )string(item)'],
  ['text: "open', 'key(text)plain(:)plain( )string("open)'],
  ['', ''],
])('[PF1] colours the YAML line %j', (line, pieces) => {
  expect(shown(highlightCode(line, 'yaml')[0] ?? [])).toBe(pieces)
})

test('[PF1] a block text is a string up to the next key of its depth', () => {
  const lines = highlightCode('data:\n  a: |\n    key: 1\n\n    more\n  b: 2', 'yaml').map(shown)

  expect(lines.slice(2, 5)).toEqual(['string(    key: 1)', 'string()', 'string(    more)'])
  expect(lines[5]).toBe('plain(  )key(b)plain(:)plain( )number(2)')
})

test('[PF1] colours JSON', () => {
  expect(shown(highlightCode('  "a": {"b": "c", "d": 1}', 'json')[0] ?? [])).toBe(
    'plain(  )key("a")plain(: {)key("b")plain(: )string("c")plain(, )key("d")number(: 1})',
  )
})

test('[PF1] the pieces of any text are the text', () => {
  const texts = ['a: |+\n  x\n\t- "\\"', '{"a":"\\\\"', ': :\n::\n- - -\n#', `${'k: v\n'.repeat(1500)}end`]
  for (const text of texts)
    for (const language of ['yaml', 'json', 'plaintext'] as const)
      expect(
        highlightCode(text, language)
          .map((pieces) => pieces.map((piece) => piece.text).join(''))
          .join('\n'),
      ).toBe(text)
})
