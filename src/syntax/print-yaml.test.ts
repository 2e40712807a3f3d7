import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '#api/json.ts'
import { parseYaml } from './parse-yaml.ts'
import { printYaml } from './print-yaml.ts'

const recording = 'src/semantics/data/conformance/recordings/media/media-yaml-forms.json'

test('[PY1] every recorded YAML response is printed identically', () => {
  const marked = readFileSync(recording, 'utf8')
  const recorded = marked.replaceAll('<time>', '2026-01-01T00:00:00Z').replaceAll('<rv>', '7').replaceAll('{ns}', 'ns')
  const { results } = JSON.parse(recorded) as { results: ({ text?: string } | null)[] }
  const texts = results.flatMap((result) => (result?.text === undefined ? [] : [result.text]))
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(printYaml(parseYaml(text).value)).toBe(text)
})

test('[PY2] strings that would be parsed as another type are quoted', () => {
  const texts = ['yes', '010', '1e3', 'null', '~', '2020-01-01', '12:30', '0x1F', '']
  for (const text of texts) expect(printYaml({ a: text })).toBe(`a: "${text}"\n`)
  for (const text of ['a b', '_1', '1.2.3', 'a:b', '<<', '=', '-a', '?a', 'a#b', 'é'])
    expect(printYaml({ a: text })).toBe(`a: ${text}\n`)
  for (const text of ['a: b', '- a', '#a', ' a', 'a ', '*a', '[a', '@a', 'a #b', '---'])
    expect(printYaml({ a: text })).toBe(`a: '${text}'\n`)
  expect(printYaml({ a: "'\t😀\u0001" })).toBe(`a: "'\\t\\U0001F600\\x01"\n`)
})

test('[PY3] multi-line strings are printed as block scalars where possible', () => {
  expect(printYaml({ a: 'x\n y\n' })).toBe('a: |\n  x\n   y\n')
  expect(printYaml({ a: ' x\ny' })).toBe('a: |2-\n   x\n  y\n')
  expect(printYaml({ a: 'x\n\n' })).toBe('a: |+\n  x\n\n')
  expect(printYaml({ a: 'x \ny' })).toBe('a: "x \\ny"\n')
  expect(printYaml(['x\ny', ['z']])).toBe('- |-\n  x\n  y\n- - z\n')
  expect(printYaml('a\nb')).toBe('|-\n  a\n  b\n')
})

test('[PY4] keys are sorted with numbers in them by size, and lists are not indented below their key', () => {
  expect(printYaml({ a10: 1, a2: { l: [{ b: 1, a: [] }, {}] }, '.': null })).toBe(
    '.: null\na2:\n  l:\n  - a: []\n    b: 1\n  - {}\na10: 1\n',
  )
})

test('[PY5] a long string continues on the next line', () => {
  const words = 'word '.repeat(30).trim()
  const text = printYaml({ a: words })
  expect(text.split('\n').map((line) => line.length)).toEqual([82, 71, 0])
  expect(parseYaml(text).value).toEqual({ a: words })
  expect(printYaml({ ['k'.repeat(129)]: 1 })).toBe(`? ${'k'.repeat(129)}\n: 1\n`)
})

test('[PY6] printed YAML is parsed to the same value', () => {
  const values: readonly Json[] = [
    { a: [1, 1.5, 1234567.5, 1e-7, -1e21, true, null, '', 'x'], 'k: v': { '': 'a\n\nb\n' } },
    [[], {}, [[1], [2, [3]]], { a: { b: { c: ['d'] } } }],
    { 'multi\nline': "it's", '"q"': '\u2028', long: `'${'ab '.repeat(60)}'` },
  ]
  for (const value of values) expect(parseYaml(printYaml(value)).value).toEqual(value)
})
