import { expect, test } from 'vitest'
import { type Json, deepEqual } from './json.ts'

const parse = (text: string): Json => JSON.parse(text) as Json

test('values are equal whatever the order of their members, and differ by each member', () => {
  const value = parse('{"a":[1,{"b":"c"}],"d":null}')
  expect(deepEqual(value, parse('{"d":null,"a":[1,{"b":"c"}]}'))).toBe(true)
  for (const other of ['{"a":[1,{"b":"x"}],"d":null}', '{"a":[1],"d":null}', '{"a":[1,{"b":"c"}]}', '[]', 'null'])
    expect([other, deepEqual(value, parse(other)), deepEqual(parse(other), value)]).toEqual([other, false, false])
  expect(deepEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(deepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true)
  expect(deepEqual({ a: undefined, b: 1 }, { a: 1, b: undefined })).toBe(false)
})

test('members with the names of inherited ones are data', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const value = parse(`{"${name}":{}}`)
    expect(deepEqual(value, parse(`{"${name}":{}}`))).toBe(true)
    for (const other of ['{}', '{"x":{}}', `{"${name}":{"y":1}}`])
      expect([name, other, deepEqual(value, parse(other)), deepEqual(parse(other), value)]).toEqual([
        name,
        other,
        false,
        false,
      ])
  }
})
