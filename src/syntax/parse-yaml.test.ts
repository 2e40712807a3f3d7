import { expect, test } from 'vitest'
import { numberTextAt } from '#api/number-texts.ts'
import { parseYaml, parseYamlInPieces, YamlError } from './parse-yaml.ts'
import errorTexts from './yaml-error-texts.json' with { type: 'json' }

const value = (text: string): unknown => parseYaml(text).value

/** Returns the value, or the message of the refusal. */
function valueOrRefusal(sent: Uint8Array): unknown {
  try {
    return parseYaml(sent).value
  } catch (error) {
    return error instanceof YamlError ? error.message : error
  }
}

test('[PY7] scalars have their YAML 1.1 meaning', () => {
  const text =
    'a: yes\nb: 010\nc: 0x1F\nd: 1_000\ne: ~\nf: 1e3\ng: "yes"\nh: 12:30\ni: 2020-01-01\nj: !!str 5\nk: !!int "5"\nl: .5\n'
  expect(value(text)).toEqual({
    a: true,
    b: 8,
    c: 31,
    d: 1000,
    e: null,
    f: 1000,
    g: 'yes',
    h: '12:30',
    i: '2020-01-01',
    j: '5',
    k: 5,
    l: 0.5,
  })
  const { value: big, numberTexts } = parseYaml('a: 18446744073709551615')
  expect(numberTextAt(numberTexts, big as object, 'a')).toBe('18446744073709551615')
  expect(() => value('a: .inf')).toThrow('json: unsupported value: +Inf')
  expect(value('a: !!binary aGk=')).toEqual({ a: 'hi' })
  expect(() => value('a: !!binary h!')).toThrow('yaml: !!binary value contains invalid base64 data')
  expect(() => value('a: !!int x')).toThrow('yaml: cannot decode !!str `x` as a !!int')
  expect(() => value('!!float 18446744073709551615')).toThrow('cannot decode !!int `18446744073709551615` as a !!float')
  expect(value('[.5_1, .5_, ._5, 0_.5]')).toEqual([0.51, '.5_', '._5', 0.5])
  expect(value('!!binary 4oJ4')).toBe('\ufffd\ufffdx')
})

test('[PY7] a document is converted to JSON after all of it was read: other errors come first, replaced values do not count', () => {
  expect(value('a: .inf\na: 1\n')).toEqual({ a: 1 })
  expect(value('a: {~: 1}\na: 2\n')).toEqual({ a: 2 })
  expect(() => value('a: .nan\nb: !!int x\n')).toThrow('yaml: cannot decode !!str `x` as a !!int')
  expect(() => value('~: 1\nb: !!int x\n')).toThrow('yaml: cannot decode !!str `x` as a !!int')
  expect(() => value('a: .inf\n~: 1\n~: 2\n')).toThrow('unsupported map key of type: %!s(<nil>), key: <nil>, value: 2')
  expect(() => value('b: .inf\na: -.inf\n')).toThrow('json: unsupported value: -Inf')
})

test('[PY10] only a plain << without a tag, one tagged ! and !!merge merge', () => {
  for (const key of ['<<', '! <<', '! "<<"', '!!merge "<<"']) expect(value(`${key}: {a: b}`), key).toEqual({ a: 'b' })
  for (const key of ['"<<"', '!foo <<', '!!str <<', '!<x> <<'])
    expect(value(`${key}: {a: b}`), key).toEqual({ '<<': { a: 'b' } })
})

test('[PY8] lines of a scalar are folded, block scalars are literal or folded', () => {
  expect(value('a: one\n  two\n\n  three\nb: "x\\\n  y\n  z"\n')).toEqual({ a: 'one two\nthree', b: 'xy z' })
  expect(value('a: |\n  x\n   y\n\nb: >-\n  p\n  q\n\n   r\n  s\nc: |+\n  z\n\n')).toEqual({
    a: 'x\n y\n',
    b: 'p q\n\n r\ns',
    c: 'z\n\n',
  })
  expect(value("a: 'it''s'\nb: \"\\u00e9\\x41\\n\"")).toEqual({ a: "it's", b: 'éA\n' })
})

test('[PY9] collections nest in block and flow style', () => {
  expect(value('a:\n- 1\n- - 2\n  - {b: [3, c: 4]}\n-\n  d: 5\n? e\n: f\n')).toEqual({
    a: [1, [2, { b: [3, { c: 4 }] }], { d: 5 }],
    e: 'f',
  })
  expect(value('{a: 1, b, "c":2}')).toEqual({ a: 1, b: null, c: 2 })
  expect(value('a: 1\n---\nb: [')).toEqual({ a: 1 })
  expect(value('')).toBeNull()
})

test('[PY10] anchors, merge keys, and keys that are not strings', () => {
  expect(value('a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\nc: *x\n1: d\ntrue: e\n')).toEqual({
    a: { p: 1, q: 2 },
    b: { p: 1, q: 3 },
    c: { p: 1, q: 2 },
    1: 'd',
    true: 'e',
  })
  expect(parseYaml('a: &x {p: 1}\nb:\n  <<: *x\n  p: 2').duplicates).toEqual([`line 4: key "p" already set in map`])
  expect(value('1.5: a\n1e7: b\n.inf: c')).toEqual({ '1.5': 'a', '1e+07': 'b', '.inf': 'c' })
  expect(() => value('~: 1')).toThrow('unsupported map key of type: %!s(<nil>), key: <nil>, value: 1')
  expect(() => value('a: *x')).toThrow("yaml: unknown anchor 'x' referenced")
  expect(() => value('a: &x [*x]')).toThrow("yaml: anchor 'x' value contains itself")
  expect(() => value('? [a]\n: b')).toThrow('yaml: invalid map key: []interface {}{"a"}')
})

test('[PY11] a few kilobytes cannot expand to gigabytes', () => {
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`)
  expect(() => value(`l0: &l0 x\n${levels.join('\n')}`)).toThrow('yaml: document contains excessive aliasing')
  expect(() => value(`a: ${'['.repeat(20_000)}`)).toThrow('exceeded max depth of 10000')
})

test('[PY12] duplicate keys are reported by line, and the last one wins', () => {
  const { value: last, duplicates } = parseYaml('a: 1\nb:\n  c: 1\n  c: 2\na: 3\n')
  expect(last).toEqual({ a: 3, b: { c: 2 } })
  expect(duplicates).toEqual(['line 4: key "c" already set in map', 'line 5: key "a" already set in map'])
})

test('[PY13] each mistake has the text and the line of the parser that Kubernetes uses', () => {
  const errorOf = (text: string): string => {
    try {
      return `is ${JSON.stringify(parseYaml(text).value)}`
    } catch (error) {
      return error instanceof YamlError ? error.message : String(error)
    }
  }
  for (const [text = '', error] of errorTexts) expect(errorOf(text), JSON.stringify(text)).toBe(error)
})

test('[PY13] bytes that are no UTF-8 are refused with the message for the first of them', () => {
  const said = (...bytes: number[]): unknown => valueOrRefusal(new Uint8Array([0x61, 0x3a, 0x20, ...bytes]))
  expect(said(0xff)).toBe('yaml: invalid leading UTF-8 octet')
  expect(said(0xe2, 0x82)).toBe('yaml: incomplete UTF-8 octet sequence')
  expect(said(0xe2, 0x78, 0x79)).toBe('yaml: invalid trailing UTF-8 octet')
  expect(said(0xf0, 0x80, 0x80, 0x80)).toBe('yaml: invalid length of a UTF-8 sequence')
  expect(said(0xed, 0xa0, 0x80)).toBe('yaml: invalid Unicode character')
  expect(said(0xf4, 0x90, 0x80, 0x80)).toBe('yaml: invalid Unicode character')
  expect(said(0x01, 0xff)).toBe('yaml: control characters are not allowed')
  expect(said(0xe2, 0x82, 0xac)).toEqual({ a: '€' })
})

test('[PY13] a byte order mark of UTF-16 makes the text UTF-16, in either order', () => {
  const little = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0)).flatMap(bytesOf)
  const bytesOf = (unit: number): number[] => [unit & 0xff, unit >> 8]
  const said = (...bytes: number[]): unknown => valueOrRefusal(new Uint8Array([0xff, 0xfe, ...bytes]))
  const swapped = (bytes: readonly number[]): number[] => bytes.map((_, at) => bytes[at ^ 1] ?? 0)
  expect(said(...little('a: €'), 0x3d, 0xd8, 0x00, 0xde)).toEqual({ a: '€😀' })
  expect(valueOrRefusal(new Uint8Array([0xfe, 0xff, ...swapped(little('a: [1, é]'))]))).toEqual({ a: [1, 'é'] })
  expect(said(...little('a: b'), 0x63)).toBe('yaml: incomplete UTF-16 character')
  expect(said(...little('a'), 0x00, 0xdc)).toBe('yaml: unexpected low surrogate area')
  expect(said(...little('a'), 0x00, 0xd8)).toBe('yaml: incomplete UTF-16 surrogate pair')
  expect(said(...little('a'), 0x00, 0xd8, 0x61, 0x00)).toBe('yaml: expected low surrogate area')
  expect(said(...little('a\u0001'), 0x00, 0xdc)).toBe('yaml: control characters are not allowed')
})

test('[PY13] text that is not YAML is refused with Kubernetes’ message', () => {
  const texts: Record<string, string> = {
    'kind: ConfigMap\n\tmetadata: [': 'yaml: line 2: found a tab character that violates indentation',
    'a:\n\tb: 1': 'yaml: line 2: found character that cannot start any token',
    'm:\n  name: bad\n  - list\n': 'yaml: line 2: did not find expected key',
    'a: 1\nb: {c: d': "yaml: line 2: did not find expected ',' or '}'",
    'a: 1\nb: [c\nd: e': "yaml: line 2: did not find expected ',' or ']'",
    'a: b: c': 'yaml: mapping values are not allowed in this context',
    'x: 1\na: b: c': 'yaml: line 2: mapping values are not allowed in this context',
    'x: 1\na: "b': 'yaml: line 2: found unexpected end of stream',
    'x: 1\na: "\\q"': 'yaml: line 2: found unknown escape character',
    'x: 1\na: @b': 'yaml: line 2: found character that cannot start any token',
    'x: 1\ny\nz: 2': "yaml: line 3: could not find expected ':'",
    'a: \u0001': 'yaml: control characters are not allowed',
    '- a\nb: 1': "yaml: line 1: did not find expected '-' indicator",
  }
  for (const [text, message] of Object.entries(texts)) expect(() => value(text), text).toThrow(message)
})

test('[ER8] a long text is scanned in pieces, with the value and the first error of the whole', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `key${at}: "a b"\n`)
  const inPieces = (text: string): { readonly rests: number; readonly value: unknown } => {
    const pieces = parseYamlInPieces(text)
    let rests = 0
    for (let next = pieces.next(); ; next = pieces.next(), rests++)
      if (next.done === true) return { rests, value: next.value.value }
  }
  const { rests, value } = inPieces(lines.join(''))
  expect(rests).toBeGreaterThan(3)
  expect(Object.entries(value as object)).toHaveLength(20_000)
  expect(value).toMatchObject({ key0: 'a b', key19999: 'a b' })
  // The parser's error on the second line comes before the scanner's on the last.
  const withErrors = ['a: b\n', '- c\n', ...lines, '@'].join('')
  expect(() => inPieces(withErrors)).toThrow('did not find expected key')
  expect(() => inPieces([...lines, '@'].join(''))).toThrow('found character that cannot start any token')
})
