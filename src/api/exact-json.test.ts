import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayLoseDigits, parseExactJson, printExactJson } from './exact-json.ts'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

/** JSON text with int64s of every size in every place, and strings that look like them. */
const document = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    int64.map(String),
    fc.string().map((text) => JSON.stringify(text)),
    int64.map((number) => `"${number}"`),
    fc.constantFrom('null', 'true', 'false', '0.5', '"\\"1234567890123456789"'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '9007199254740993')), {
        maxLength: 4,
      })
      .chain((keys) =>
        fc
          .tuple(...keys.map(() => tie('value')))
          .map((values) => `{${keys.map((key, at) => `${JSON.stringify(key)}:${values[at]}`).join(',')}}`),
      ),
  ),
})).value

test('[INT1] every int64 of a JSON text keeps its digits', () => {
  fc.assert(
    fc.property(document, (text) => {
      // Integer keys move to the front, as in all JavaScript objects.
      const once = printExactJson(parseExactJson(text))
      expect(once.length).toBe(text.length)
      expect(Array.from(once).toSorted()).toEqual(Array.from(text).toSorted())
      expect(printExactJson(parseExactJson(once))).toBe(once)
    }),
  )
})

test('[INT1] white space and other numbers are parsed as JSON.parse does', () => {
  const text = ' { "a" :\t[ 9007199254740993 , -9223372036854775808 , 1e20,1.50, 9223372036854775808 ] ,"b": {} }\n'
  expect(parseExactJson(text)).toEqual({
    a: [9007199254740993n, -9223372036854775808n, 1e20, 1.5, 9223372036854775808],
    b: {},
  })
})

test('[INT1] a value without big numbers is printed as JSON.stringify does, with and without indentation', () => {
  const value = { a: [1, { b: null }, []], c: {}, d: 'x', e: 9007199254740993n }
  const shown = (indent?: number): string =>
    JSON.stringify({ ...value, e: 0 }, null, indent).replace(/0(?=\s*\}$)/, '9007199254740993')
  expect(printExactJson(value)).toBe(shown())
  expect(printExactJson(value, 2)).toBe(shown(2))
})

test('[INT1] a text that would lose digits is detected wherever the number is', () => {
  for (let pad = 0; pad < 40; pad++) {
    expect(mayLoseDigits(`{"a":"${'x'.repeat(pad)}","b":1234567890123456}`)).toBe(true)
    expect(mayLoseDigits(`{"a":"${'x'.repeat(pad)}","b":-1234567890123456}`)).toBe(true)
    expect(mayLoseDigits(`{"a":"${'x'.repeat(pad)}1234567890123456789","b":123456789012345}`)).toBe(false)
  }
  expect(mayLoseDigits('1234567890123456')).toBe(true)
})
