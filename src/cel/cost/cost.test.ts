import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#api/json.ts'
import { createCelEnvironment, schemaType } from '#cel/cel.ts'

const int = { type: 'integer' }
const text = { type: 'string' }
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'array', items, ...more })
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const map = (values: JsonObject): JsonObject => ({ type: 'object', additionalProperties: values })

interface Group {
  readonly schema: JsonObject
  readonly self: JsonObject
  /** Costs counted by the reference. */
  readonly costs: Readonly<Record<string, number>>
}

const byKey = { 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'] }
const item = object({ k: text, v: text, v2: text })

const groups: readonly Group[] = [
  {
    schema: { a: int, b: int, s: text, d: { type: 'string', format: 'duration' }, n: { type: 'number' } },
    self: { a: 10, b: 10, s: '10%', d: '1h2m3s4ms', n: 10 },
    costs: {
      'self.a == self.b': 5,
      'type(self.a) == int': 4,
      'self.a + 1 == 10 + 1': 5,
      'double(self.a) == self.n': 6,
      "self.d == duration('1h2m') + duration('3s4ms')": 4,
      'self.d.getHours() == 1': 4,
      "self.s in ['1', '10%']": 2,
      "string(self.a) + '%' == self.s": 7,
      'has(self.a)': 1,
      'has(self.a) && has(self.b)': 2,
      'type(self) == type(self)': 5,
      "type(self.s) == string && self.s.matches(r'(\\d+(\\.\\d+)?%)')": 10,
    },
  },
  {
    schema: {
      l: list(int),
      m: list(int),
      s: list(text, { 'x-orch-list-type': 'set' }),
      t: list(text, { 'x-orch-list-type': 'set' }),
    },
    self: { l: [1, 2, 3], m: [1, 2, 3], s: ['a', 'b', 'c'], t: ['a', 'c', 'b'] },
    costs: {
      '1 in self.l': 5,
      'self.m[0] in self.l': 8,
      'self.l + self.m == [1, 2, 3, 1, 2, 3]': 6,
      'self.l + [4, 5] == [1, 2, 3, 4, 5]': 4,
      "self.s == ['c', 'b', 'a']": 3,
      'self.s == self.t': 5,
      "self.s + self.t == ['a', 'b', 'c']": 6,
      "self.s + ['c', 'd'] == ['a', 'b', 'c', 'd']": 4,
      "sets.contains(self.s, ['a'])": 6,
      "sets.equivalent(self.s, ['a', 'b', 'c'])": 21,
      "sets.intersects(self.s, ['a'])": 6,
    },
  },
  {
    schema: { objs: list(list(object({ k: text, v: text }), byKey)) },
    self: {
      objs: [
        [
          { k: 'a', v: '1' },
          { k: 'b', v: '2' },
        ],
        [
          { k: 'b', v: '2' },
          { k: 'a', v: '1' },
        ],
        [
          { k: 'b', v: '3' },
          { k: 'a', v: '1' },
        ],
        [{ k: 'c', v: '4' }],
      ],
    },
    costs: {
      'self.objs[0] == self.objs[1]': 7,
      'self.objs[0] + self.objs[2] == self.objs[2]': 11,
      'self.objs[2] + self.objs[0] == self.objs[0]': 11,
      'self.objs[0] == [self.objs[0][1], self.objs[0][0]]': 22,
      'self.objs[2] + [self.objs[0][0], self.objs[0][1]] == self.objs[0]': 26,
      'size(self.objs[0] + [self.objs[3][0]]) == 3': 20,
    },
  },
  {
    schema: { val: map(int), a: object({ b: int, c: int }), none: { ...text, nullable: true } },
    self: { val: { b: 1, d: 2 }, a: { b: 1 }, none: null },
    costs: {
      'has(self.a.b)': 2,
      '!has(self.a.c)': 3,
      '!has(self.none)': 2,
      "'b' in self.val": 3,
      '!has(self.val.a)': 3,
      'self.val.all(k, self.val[k] > 0)': 17,
      '!self.val.exists(k, self.val[k] == 3)': 20,
      'self.val.exists_one(k, self.val[k] == 2)': 14,
      'size(self.val.filter(k, self.val[k] > 1)) == 1': 26,
      'self.val.all(k, v, v > 0)': 13,
      '!self.val.exists(k, v, v == 3)': 16,
      'self.val.existsOne(k, v, v == 2)': 10,
      'self.val.transformMap(k, v, v > 1, v + 1).size() == 1': 14,
      'self.val.transformMap(k, v, v + 1).size() == 2': 15,
      "self.val.transformMapEntry(k, v, v > 1, {k + '2': v + 1}).size() == 1": 45,
      "self.val.transformMapEntry(k, v, {k + '2': v + 1}).size() == 2": 77,
    },
  },
  {
    schema: { l: list(item, byKey) },
    self: {
      l: [
        { k: 'a1', v: 'b1' },
        { k: 'a2', v: 'b2' },
        { k: 'a3', v: 'b3', v2: 'z' },
      ],
    },
    costs: {
      'has(self.l[0].v)': 3,
      "self.l.all(m, m.k.startsWith('a'))": 21,
      "self.l.all(m, !has(m.v2) || m.v2 == 'z')": 21,
      "self.l.exists(m, m.k.endsWith('1'))": 13,
      "!self.l.all(m, m.k.endsWith('1'))": 18,
      "!self.l.exists(m, m.v == 'x')": 25,
      "size(self.l.filter(m, m.k == 'a1')) == 1": 27,
      "self.l.map(m, m.v).exists(v, v == 'b1')": 55,
      "self.l.map(m, has(m.v2) && m.v2 == 'z', m.v2).size() == 1": 25,
      "self.l.filter(m, has(m.v2) && m.v2 == 'z').map(m, m.v2).size() == 1": 39,
      "self.l.exists(m, m.v2 == 'z')": 24,
      "!self.l.all(m, m.v2 != 'z')": 22,
      "self.l.transformList(i, m, has(m.v2) && m.v2 == 'z', m.v2).size() == 1": 25,
      'self.l.transformList(i, m, m.v).size() == 3': 47,
    },
  },
  {
    schema: { array: list(int), any: list({ type: 'object', 'x-orch-preserve-unknown-fields': true }) },
    self: { array: [1, 1, 2, 2, 3, 3, 4, 5], any: [{ a: 'a' }, { a: 'x' }, { a: 'x' }, {}, {}] },
    costs: {
      '2 in self.array': 10,
      'self.array.all(e, e > 0)': 43,
      'self.array.exists(e, e > 2)': 36,
      'self.array.exists_one(e, e > 4)': 22,
      '!self.array.exists(e, e < 0)': 52,
      'size(self.array.filter(e, e%2 == 0)) == 3': 68,
      'self.array.map(e, e * 20).filter(e, e > 50).exists(e, e == 60)': 194,
      'self.array.all(i, e, e > 0)': 43,
      'self.array.transformList(i, e, e > 2, e * 2).size() > 0': 77,
      'self.any[0] != self.any[1]': 7,
      'self.any[1] == self.any[2]': 7,
      'self.any[3] == self.any[4]': 6,
    },
  },
]

test.each(groups)('[CEL4] evaluations cost what the reference counts', ({ schema, self, costs }) => {
  const type = schemaType(object(schema), true)?.type
  if (type === undefined) throw new Error('a schema that expressions see')
  const environment = createCelEnvironment({ variables: { self: type } })
  const found = Object.keys(costs).map((source) => {
    const compiled = environment.compile(source)
    if (compiled.type === 'failed') return [source, compiled.text]
    const result = compiled.program.evaluate({ self: self as Json })
    return [source, result.type === 'value' && result.value === true ? result.cost : result]
  })

  expect(Object.fromEntries(found)).toEqual(costs)
})
