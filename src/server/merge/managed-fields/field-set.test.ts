import { expect, test } from 'vitest'
import { fromFieldsV1, toFieldsV1 } from './field-set-json.ts'
import { compareText, keyElement, parsePathElement, pathText, sortElements, valueElement } from './field-set-element.ts'
import {
  difference,
  equalSets,
  hasPath,
  intersection,
  isWithin,
  pathsOf,
  recursiveDifference,
  union,
} from './field-set.ts'

const set = (fields: Parameters<typeof fromFieldsV1>[0]): ReturnType<typeof fromFieldsV1> => fromFieldsV1(fields)
const shown = (found: ReturnType<typeof set>): string => JSON.stringify(toFieldsV1(found))

test('[SSA9] FieldsV1 round-trips sorted, with a dot for members that other paths extend', () => {
  const fields = {
    'f:spec': { 'f:b': {}, 'f:a': { 'v:2': {}, '.': {}, 'k:{"name":"x"}': { 'f:name': {} }, 'f:z': {} } },
  }

  expect(shown(set(fields))).toBe(
    '{"f:spec":{"f:a":{".":{},"f:z":{},"k:{\\"name\\":\\"x\\"}":{"f:name":{}},"v:2":{}},"f:b":{}}}',
  )
})

test('[SSA9] names of FieldsV1 that are not path elements are skipped or refused', () => {
  expect(shown(set({ 'q:data': {}, 'f:x': {} }))).toBe('{"f:x":{}}')
  expect(() => set({ nonsense: {} })).toThrow('missing colon: nonsense')
  expect(() => set({ f: {} })).toThrow('key must be 2 characters long:')
  expect(() => set({ 'k:[]': {} })).toThrow()
  expect(() => set({ 'v:{': {} })).toThrow()
  expect(() => set({ 'i:x': {} })).toThrow('strconv.Atoi')
  expect(() => set({ 'f:x': 1 })).toThrow()
})

test('[SSA12] the path element of an item does not depend on the order and notation of its keys', () => {
  expect(parsePathElement('k:{"protocol":"TCP","port":8.0e1}')).toBe('k:{"port":80,"protocol":"TCP"}')
  expect(parsePathElement('i:+07')).toBe('i:7')
  expect(valueElement('<a>&\b\u2028')).toBe(String.raw`v:"\u003ca\u003e\u0026\u0008\u2028"`)
  expect(keyElement([['name', 'é"\\']])).toBe(String.raw`k:{"name":"é\"\\"}`)
  expect(parsePathElement(keyElement([['name', 'é"\\f\\']]))).toBe(keyElement([['name', 'é"\\f\\']]))
})

test('[SSA2] the text of a path contains the keys and values of items', () => {
  const path = ['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:name']

  expect(pathText(path)).toBe('.spec.ports[port=80,protocol="TCP"].name')
  expect(pathText(['f:set', 'v:"a"'])).toBe('.set[="a"]')
  expect(pathText(['f:list', 'i:3'])).toBe('.list[3]')
})

test('elements sort by kind, then fields by bytes and values by type and value', () => {
  const sorted = [
    'f:B',
    'f:a',
    'k:{"a":2}',
    'k:{"a":10}',
    'k:{"a":10,"b":1}',
    'v:-1',
    'v:2',
    'v:10',
    'v:"1"',
    'v:true',
    'i:2',
    'i:10',
  ]

  expect(sortElements(sorted.toReversed())).toEqual(sorted)
  const items = ['f:x', 'k:{"b":"z"}', 'k:{"name":"a"}', 'k:{"name":"a-b"}', 'k:{"name":"ab"}', 'k:{"names":"a"}']
  expect(sortElements(items.toReversed())).toEqual(items)
  const spaced = ['k:{"name":"a"}', 'k:{"name":"a b"}', 'k:{"name":"a-b"}']
  expect(sortElements(spaced.toReversed())).toEqual(spaced)
  expect(compareText('\u{1f600}', '\uffee')).toBeGreaterThan(0)
  expect(compareText('a', 'ab')).toBeLessThan(0)
})

test('plain values of sets sort by their texts as they do among elements that are compared by value', () => {
  const plain = [
    'v:""',
    'v:"a"',
    'v:"a-b"',
    'v:"a.b"',
    'v:"a/b"',
    'v:"a:b"',
    'v:"aa"',
    'v:"B"',
    'v:"_"',
    'v:"1"',
    'v:"10"',
  ]
  const all = [...plain, 'f:a', 'f:b', 'k:{"name":"a"}', 'k:{"name":"a-b"}', 'k:{"name":"aa"}']

  // An index sorts last, and has all be compared by value.
  expect(sortElements([...all, 'i:0'])).toEqual([...sortElements(all), 'i:0'])
})

test('union, intersection and difference of sets work path by path', () => {
  const a = set({ 'f:x': {}, 'f:m': { '.': {}, 'f:a': {}, 'f:b': {} } })
  const b = set({ 'f:m': { 'f:a': {}, 'f:c': {} }, 'f:y': {} })

  expect(shown(union(a, b))).toBe('{"f:m":{".":{},"f:a":{},"f:b":{},"f:c":{}},"f:x":{},"f:y":{}}')
  expect(shown(intersection(a, b))).toBe('{"f:m":{"f:a":{}}}')
  expect(shown(difference(a, b))).toBe('{"f:m":{".":{},"f:b":{}},"f:x":{}}')
  expect(shown(difference(a, set({ 'f:m': {} })))).toBe('{"f:m":{"f:a":{},"f:b":{}},"f:x":{}}')
  expect(shown(recursiveDifference(a, set({ 'f:m': {} })))).toBe('{"f:x":{}}')
  expect(shown(recursiveDifference(a, set({ 'f:m': { 'f:a': {}, 'f:b': {} } })))).toBe('{"f:m":{},"f:x":{}}')
  expect(equalSets(union(a, b), union(b, a))).toBe(true)
  expect(equalSets(a, b)).toBe(false)
  expect(hasPath(a, ['f:m'])).toBe(true)
  expect(hasPath(b, ['f:m'])).toBe(false)
  expect(pathsOf(a).map(pathText)).toEqual(['.m', '.x', '.m.a', '.m.b'])
  expect(isWithin(set({ 'f:m': { 'f:b': {} } }), a)).toBe(true)
  expect(isWithin(set({ 'f:m': {} }), b)).toBe(false)
  expect(isWithin(b, a)).toBe(false)
})

test('a set that neither gains nor loses paths is returned itself, so that its encoded form is found again', () => {
  const a = set({ 'f:x': {}, 'f:m': { '.': {}, 'f:a': {} } })

  expect(union(a, set({ 'f:m': { 'f:a': {} } }))).toBe(a)
  expect(difference(a, set({ 'f:m': { 'f:b': {} }, 'f:y': {} }))).toBe(a)
  expect(difference(set({ 'f:x': {} }), a)).toEqual({ member: false, children: new Map() })
})
