import { expect, test } from 'vitest'
import { type JsonObject, cloneJson, emptyObject } from '#api/json.ts'
import { toCanonical } from './canonical.ts'
import { FactsCompiler, type FactsFile } from './facts-to-schema.ts'

const facts: FactsFile = {
  kinds: {},
  types: {
    'test.v1.Outer': {
      fields: [
        { name: 'a', type: 'string', omitempty: true },
        { name: 'b', type: 'string' },
        { name: 'c', type: 'test.v1.Inner' },
        { name: 'd', type: 'string', omitempty: true },
        { name: 'e', type: '[]string' },
      ],
    },
    'test.v1.Inner': { fields: [{ name: 'x', type: 'int32', omitempty: true }] },
  },
}
const compiler = new FactsCompiler('this test')
compiler.add(facts, {})
const values: JsonObject = { a: '1', b: '2', c: { x: 3 }, d: '4', e: ['5'] }
const zeros: JsonObject = { b: '', c: {}, e: null }

/** Returns all orders of all subsets of names. */
function orders(names: readonly string[]): readonly (readonly string[])[] {
  return [
    [],
    ...names.flatMap((name) => orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest])),
  ]
}

test('[SC7] fields are encoded in the order of the schema, in whatever order an object has them', () => {
  const schema = compiler.struct('test.v1.Outer')
  const all = orders(Object.keys(values))
  expect(all).toHaveLength(326)
  const wrong = all.filter((names) => {
    const object = Object.fromEntries([...names, 'unknown'].map((name) => [name, values[name]]))
    const expected = Object.keys(values).flatMap((name) => {
      const value = names.includes(name) ? values[name] : zeros[name]
      return value === undefined ? [] : [`"${name}":${JSON.stringify(value)}`]
    })
    return JSON.stringify(toCanonical(schema, object)) !== `{${expected.join(',')}}`
  })
  expect(wrong).toEqual([])
  const absent = { e: null, d: null, c: null, b: null, a: null }
  expect(JSON.stringify(toCanonical(schema, absent))).toBe(JSON.stringify(zeros))
})

test('[SC6] copies of objects inherit nothing, so that every key is plain data', () => {
  const sent = JSON.parse('{"__proto__":{"x":1},"constructor":"c","toString":"t"}') as JsonObject
  const copy = cloneJson(sent)
  expect(JSON.stringify(copy)).toBe(JSON.stringify(sent))
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    expect(name in emptyObject(), name).toBe(false)
  const filled = emptyObject()
  filled['__proto__'] = 'p'
  expect([Object.keys(filled), filled['__proto__'], '__proto__' in emptyObject()]).toEqual([['__proto__'], 'p', false])
})
