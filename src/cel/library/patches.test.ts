import { expect, test } from 'vitest'
import { createCelEnvironment, toJson, typeName } from '#cel/cel.ts'

const environment = createCelEnvironment({ variables: {}, canPatch: true })

function evaluate(source: string): unknown {
  const compiled = environment.compile(source)
  if (compiled.type === 'failed') return compiled.text.split('\n', 1)[0]
  const result = compiled.program.evaluate({})
  return result.type === 'value' ? toJson(result.value) : result.message
}

test.each([
  ['Object{}', {}],
  ['Object{spec: Object.spec{replicas: 3}}', { spec: { replicas: 3 } }],
  [
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", args: ["-g"]}]}}',
    { spec: { containers: [{ name: 'a', args: ['-g'] }] } },
  ],
  ['Object{annotations: {"foo": "bar"}}', { annotations: { foo: 'bar' } }],
  ['Object{intList: [1, 2, 3]}.intList.sum()', 6],
  ['Object{spec: Object.spec{replicas: 3}} == Object{spec: Object.spec{replicas: 1 + 2}}', true],
  ['Object{?existing: optional.none()}', {}],
  ['Object{?spec: optional.ofNonZeroValue(Object.spec{?replicas: Object{}.?replicas})}', {}],
  [
    'JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("x/~"), value: 3}',
    { op: 'add', path: '/a/x~1~0', value: 3 },
  ],
  ['[JSONPatch{op: "o"}.op, JSONPatch{from: "f"}.from, string(JSONPatch{value: "v"}.value)]', ['o', 'f', 'v']],
  [
    '[has(JSONPatch{op: "o"}.op), has(JSONPatch{}.op), has(Object{f: 1}.f), has(Object{}.f)]',
    [true, false, true, false],
  ],
  ['[JSONPatch{} == JSONPatch{}, JSONPatch{op: "a", value: "1"} == JSONPatch{op: "a", value: 1}]', [true, false]],
  ['[Object{} == Object{}, Object{f: "x"} == Object{f: "y"}, Object{f: 1}.f == 1]', [true, false, true]],
  ['Invalid{}', "ERROR: <input>:1:8: undeclared reference to 'Invalid' (in container '')"],
  ['JSONPatch{op: 1}', "ERROR: <input>:1:13: expected type of field 'op' is 'string' but provided type is 'int'"],
  ['Object == null', "ERROR: <input>:1:1: undeclared reference to 'Object' (in container '')"],
])('[MAP4] %s', (source, expected) => {
  expect(evaluate(source)).toEqual(expected)
})

test('[MAP4] the type of a constructed object is its name', () => {
  const compiled = environment.compile('[true ? Object.spec{} : Object.spec{a: 1}]')
  expect(compiled.type === 'program' && typeName(compiled.program.resultType)).toBe('list(Object.spec)')
})
