import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import { ruleTree } from './rule-tree.ts'
import { runRules } from './run-rules.ts'

const object = (
  properties: JsonObject,
  rules: readonly JsonObject[] = [],
  more: JsonObject = {},
): StructuralSchema => ({
  type: 'object',
  properties,
  ...(rules.length > 0 && { 'x-orch-validations': [...rules] }),
  ...more,
})
const int = { type: 'integer' }
const text = { type: 'string' }

function judge(schema: StructuralSchema, next: JsonObject, live: JsonObject | null = null) {
  const tree = ruleTree(schema)
  if (tree === null) throw new Error('a schema with rules')
  const { errors, warnings } = runRules(tree, next, live)
  return { errors: errors.map(fieldErrorText), warnings }
}

test('[CVR1] a rule is compiled for the type of its schema, with names that are not identifiers escaped', () => {
  const schema = object(
    {
      if: int,
      'a-b': int,
      'x.y': int,
      d: { type: 'string', format: 'date-time' },
      p: { 'x-orch-int-or-string': true },
    },
    [
      { rule: 'self.__if__ + self.a__dash__b + self.x__dot__y == 6' },
      { rule: 'self.d.getFullYear() == 2024' },
      { rule: 'type(self.p) == string || self.p == 1' },
      { rule: 'self.nope == 1' },
    ],
  )

  const { errors } = judge(schema, { if: 1, 'a-b': 2, 'x.y': 3, d: '2024-05-06T07:08:09Z', p: '50%' })

  expect(errors).toEqual([
    `<nil>: Invalid value: "object": rule compile error: compilation failed: ERROR: <input>:1:5: undefined field 'nope'\n | self.nope == 1\n | ....^`,
  ])
})

test('[CVR2] rules run at every level of a schema, and a schema without rules has no rule tree', () => {
  const item = object({ v: int }, [{ rule: 'self.v < 10', message: 'v below 10' }])
  const schema = object({
    spec: object({ list: { type: 'array', items: item }, map: { type: 'object', additionalProperties: item } }),
  })

  const { errors } = judge(schema, { spec: { list: [{ v: 1 }, { v: 11 }], map: { k: { v: 12 } } } })

  expect(errors).toEqual([
    'spec.list[1]: Invalid value: "object": v below 10',
    'spec.map[k]: Invalid value: "object": v below 10',
  ])
  expect(ruleTree(object({ a: int }))).toBeNull()
})

test('[CVR3] an evaluation that fails or costs too much is a separate error, and an exhausted budget ends all rules', () => {
  const long = { type: 'array', items: int }
  const schema = object({ a: int, l: long }, [
    { rule: 'self.a / 0 == 1' },
    { rule: 'dyn(self.a) + "x" == "x"' },
    { rule: 'self.l.all(x, self.l.all(y, self.l.all(z, x + y + z >= 0)))' },
    { rule: 'false' },
  ])

  const { errors } = judge(schema, { a: 1, l: Array.from({ length: 300 }, (_, i) => i) })

  expect(errors).toEqual([
    '<nil>: Invalid value: "object": division by zero evaluating rule: self.a / 0 == 1',
    `<nil>: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: dyn(self.a) + "x" == "x"`,
    `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.l.all(x, self.l.all(y, self.l.all(z, x + y + z >= 0)))`,
  ])
})

test('[CVR3] a list in the place of a formatted text is an error of its rules', () => {
  const field = { type: 'string', format: 'duration', 'x-orch-validations': [{ rule: "self < duration('1h')" }] }
  expect(judge(object({ d: field }), { d: ['a'] }).errors).toEqual([
    `d: Invalid value: "string": invalid data, expected string, got []interface {} evaluating rule: self < duration('1h')`,
  ])
})

test('[CVR3] all rules of an object share one budget', () => {
  // Searching for 900 characters in 100,000 costs 900,000, but takes almost no time.
  const field = { ...text, 'x-orch-validations': [{ rule: `!self.contains('${'y'.repeat(900)}')` }] }
  const names = Array.from({ length: 20 }, (_, i) => `f${String(i).padStart(2, '0')}`)
  const schema = object(Object.fromEntries(names.map((name) => [name, field])))

  const { errors } = judge(schema, Object.fromEntries(names.map((name) => [name, 'x'.repeat(100_000)])))

  expect(errors).toEqual([
    'f11: Invalid value: "string": validation failed due to running out of cost budget, no further validation rules will be run',
  ])
})

test('[CVR4] a violation is reported with message, reason and path; a failing message expression is replaced by the default message', () => {
  const schema = object({
    spec: object({ a: int, 'b c': text }, [
      {
        rule: 'self.a > 1',
        messageExpression: "'a is ' + string(self.a)",
        reason: 'FieldValueForbidden',
        fieldPath: '.a',
      },
      { rule: 'self.a > 2', messageExpression: "['x'][self.a]", message: ' plain ', reason: 'FieldValueRequired' },
      { rule: 'self.a > 3', messageExpression: "'two\\nlines'", fieldPath: "['b c']" },
      { rule: 'self.a > 4', reason: 'FieldValueDuplicate' },
    ]),
  })

  const { errors } = judge(schema, { spec: { a: 1, 'b c': '' } })

  expect(errors).toEqual([
    'spec.a: Forbidden: a is 1',
    'spec: Required value: plain',
    'spec.b c: Invalid value: "object": failed rule: self.a > 3',
    'spec: Duplicate value: "object"',
  ])
})

test('[CVR5] oldSelf is the old value; rules that use it run only on update, or receive it as an optional', () => {
  const item = object({ name: text, n: int }, [{ rule: 'self.n >= oldSelf.n' }])
  const schema = object({
    fixed: { ...int, 'x-orch-validations': [{ rule: 'self == oldSelf', message: 'immutable' }] },
    first: {
      ...int,
      'x-orch-validations': [{ rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true }],
    },
    list: { type: 'array', items: item, 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['name'] },
  })
  const before = {
    fixed: 1,
    first: 1,
    list: [
      { name: 'a', n: 5 },
      { name: 'b', n: 5 },
    ],
  }

  expect(judge(schema, before).errors).toEqual([])
  const { errors } = judge(
    schema,
    {
      fixed: 2,
      first: 2,
      list: [
        { name: 'b', n: 4 },
        { name: 'a', n: 6 },
        { name: 'c', n: 0 },
      ],
    },
    before,
  )

  expect(errors).toEqual([
    'first: Invalid value: "integer": failed rule: !oldSelf.hasValue() || self == oldSelf.value()',
    'fixed: Invalid value: "integer": immutable',
    'list[0]: Invalid value: "object": failed rule: self.n >= oldSelf.n',
  ])
})

test('[CVR5] a violation on a value that an update did not change becomes a warning', () => {
  const part = object({ a: int }, [{ rule: 'self.a > 10' }])
  const schema = object({ same: part, changed: part, other: int })
  const before = { same: { a: 1 }, changed: { a: 1 }, other: 1 }

  const { errors, warnings } = judge(schema, { same: { a: 1 }, changed: { a: 2 }, other: 2 }, before)

  expect(errors).toEqual(['changed: Invalid value: "object": failed rule: self.a > 10'])
  expect(warnings).toEqual(['same: Invalid value: "object": failed rule: self.a > 10'])
})

test('[CVR5] items of a list of type map correspond by the values of their keys, in any order', () => {
  const part = object({ n: int, s: text, v: int }, [{ rule: 'self.v > 10' }])
  const keys = { 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['n', 's'] }
  const schema = object({ list: { type: 'array', items: part, ...keys } })
  const before = {
    list: [
      { n: 1, s: 'a', v: 1 },
      { n: 1, s: 'b', v: 2 },
      { n: 1, s: 'b', v: 3 },
      { n: 2, v: 4 },
    ],
  }

  const after = [
    { n: 1, s: 'b', v: 2 },
    { n: 1, s: 'a', v: 2 },
    { n: 2, v: 4 },
  ]
  const { errors, warnings } = judge(schema, { list: after }, before)

  expect(warnings).toEqual(['list[0]: Invalid value: "object": failed rule: self.v > 10'])
  expect(errors).toEqual([
    'list[1]: Invalid value: "object": failed rule: self.v > 10',
    'list[2]: Invalid value: "object": failed rule: self.v > 10',
  ])
})
