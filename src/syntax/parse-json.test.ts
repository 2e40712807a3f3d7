import { expect, test } from 'vitest'
import { numberTextAt } from '#api/number-texts.ts'
import { parseJson } from './parse-json.ts'

test('[PJ1] text that is not JSON is refused with Go’s message', () => {
  const texts: Record<string, string> = {
    '': 'unexpected end of JSON input',
    '{"a"': 'unexpected end of JSON input',
    '"a': 'unexpected end of JSON input',
    '}': "invalid character '}' looking for beginning of value",
    '{"a":1,}': "invalid character '}' looking for beginning of object key string",
    "{'a':1}": "invalid character '\\'' looking for beginning of object key string",
    '{"a" 1}': "invalid character '1' after object key",
    '{"a":1 "b":2}': `invalid character '"' after object key:value pair`,
    '[1 2]': "invalid character '2' after array element",
    '{} {}': "invalid character '{' after top-level value",
    'not json': "invalid character 'o' in literal null (expecting 'u')",
    NaN: "invalid character 'N' looking for beginning of value",
    '"a\tb"': "invalid character '\\t' in string literal",
    '"\\x"': "invalid character 'x' in string escape code",
    '"\\u12g4"': "invalid character 'g' in \\u hexadecimal character escape",
    '-a': "invalid character 'a' in numeric literal",
    '01': "invalid character '1' after top-level value",
    '1.x': "invalid character 'x' after decimal point in numeric literal",
    '1e]': "invalid character ']' in exponent of numeric literal",
    '\ufeff{}': "invalid character 'ï' looking for beginning of value",
    '[,]': "invalid character ',' looking for beginning of value",
    '{"a":é}': "invalid character 'Ã' looking for beginning of value",
  }
  for (const [text, message] of Object.entries(texts)) expect(() => parseJson(text), text).toThrow(message)
})

test('[PJ2] 10,000 levels are parsed, one more is refused', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseJson(nested(10_000)).value).toHaveLength(1)
  expect(() => parseJson(nested(10_001))).toThrow("invalid character '[' exceeded max depth")
  expect(parseJson(JSON.stringify(['['.repeat(20_000)])).value).toHaveLength(1)
})

test('[PJ3] numbers that a double cannot represent keep their text', () => {
  const { value, numberTexts } = parseJson('{"a":4.0,"b":[1e1,2,0.5],"c":{"d":12345678901234567890},"image":"x:1.27"}')
  const object = value as { b: object; c: object }
  expect(numberTextAt(numberTexts, object, 'a')).toBe('4.0')
  expect(numberTextAt(numberTexts, object.b, 0)).toBe('1e1')
  expect(numberTextAt(numberTexts, object.b, 2)).toBeUndefined()
  expect(numberTextAt(numberTexts, object.c, 'd')).toBe('12345678901234567890')
  expect(parseJson('{"image":"nginx:1.27","n":3}').numberTexts).toBeUndefined()
})

test('[PJ4] duplicate keys are reported by path on request, and the last one wins', () => {
  const text = '{"data":{"a":"1","\\u0061":"2","a":"3"},"l":[{"x":1},{"x":1,"x":{"y":1}}],"data2":1}'
  const { value, duplicates } = parseJson(text, { duplicates: true })
  expect(duplicates).toEqual(['duplicate field "data.a"', 'duplicate field "l[1].x"'])
  expect(value).toMatchObject({ data: { a: '3' } })
  expect(parseJson(text).duplicates).toEqual([])
})

test('[PJ5] invalid UTF-8 and lone surrogates become U+FFFD', () => {
  expect(parseJson(new Uint8Array([0x22, 0x61, 0xff, 0x22])).value).toBe('a\ufffd')
  expect(parseJson('["\\ud800x","\\ud83d\\ude00"]').value).toEqual(['\ufffdx', '😀'])
  const textOf = (...bytes: number[]): unknown => parseJson(new Uint8Array([0x22, ...bytes, 0x78, 0x22])).value
  const broken = [
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe0, 0x80],
  ]
  for (const bytes of broken) expect(textOf(...bytes), String(bytes)).toBe(`${'\ufffd'.repeat(bytes.length)}x`)
  expect(textOf(0xe2, 0x82, 0xf0, 0x9f, 0x98, 0x80)).toBe('\ufffd\ufffd😀x')
})

test('[PJ6] __proto__ is an ordinary key', () => {
  const { value } = parseJson('{"__proto__":{"x":1}}')
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('[PJ7] a second object of the same name merges into the first, a second list overlays it', () => {
  const text =
    '{"data":{"x":"1"},"l":[{"a":1,"b":{"c":[1,2]}},2],"data":{"y":"\\"1"},"l":[{"a":2,"b":{"c":[3]}}],"u":{"v":1,"v":2},"u":1}'
  const { value, doubled } = parseJson(text, { duplicates: true })
  expect(value).toMatchObject({ data: { y: '"1' } })
  expect(doubled?.value).toEqual({ data: { x: '1', y: '"1' }, l: [{ a: 2, b: { c: [3] } }], u: 1 })
  expect(doubled?.problems(['unknown field "u"', 'unknown field "l[0].b"'])).toEqual([
    'unknown field "l[0].b"',
    'duplicate field "data"',
    'duplicate field "l"',
    'unknown field "u"',
  ])
})

test('[FV1] at most 100 duplicate and unknown fields are reported, in the order of the text', () => {
  const members = Array.from({ length: 80 }, (_, at) => `"a${at}":1,"a${at}":2,"u${at}":1`).join(',')
  const { duplicates, doubled } = parseJson(`{${members}}`, { duplicates: true })
  expect(duplicates).toHaveLength(80)
  const unknown = Array.from({ length: 80 }, (_, at) => `unknown field "u${at}"`)
  const problems = doubled?.problems(unknown)
  expect(problems).toHaveLength(100)
  expect(problems?.slice(-2)).toEqual(['duplicate field "a49"', 'unknown field "u49"'])
  const many = Array.from({ length: 150 }, (_, at) => `"a${at}":1,"a${at}":2`).join(',')
  expect(parseJson(`{${many}}`, { duplicates: true }).duplicates).toHaveLength(100)
})
