import { expect, test } from 'vitest'
import { parse } from './parse.ts'
import cases from './syntax-errors.json' with { type: 'json' }

/** The syntax errors of a text in the order of their positions, such as `1:4: missing ')' at '<EOF>'`. */
const syntaxErrors = (source: string): readonly string[] =>
  parse(source)
    .issues.filter(({ message }) => message.startsWith('Syntax error: '))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, message }) => `${line}:${column}: ${message.slice('Syntax error: '.length)}`)

test('[CEL2] each syntax error is found, and parsing goes on after it, as by ANTLR', () => {
  for (const { source, issues } of cases) expect(syntaxErrors(source), source).toEqual(issues)
})

test('[CEL2] parsing stops after 30 recoveries, and one that skips more than 256 tokens', () => {
  const many = syntaxErrors('x. + '.repeat(31))
  expect(many).toHaveLength(32)
  expect(many).toContain('1:152: error recovery attempt limit exceeded: 30')
  expect(parse(`f(1 ${'2 '.repeat(300)})`).issues.map(({ message }) => message)).toContain(
    'error recovery token lookahead limit exceeded: 256',
  )
})
