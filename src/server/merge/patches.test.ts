import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import { type NumberTexts, printJson, setNumberText } from '#api/number-texts.ts'
import { applyJsonPatch, parseJsonPatch } from './json-patch.ts'
import { applyMergePatch, checkMergePatch } from './merge-patch.ts'

const patched = (base: Json, operations: Json): Json =>
  applyJsonPatch(parseJsonPatch({ value: operations }, true), base).value

const refusal = (run: () => unknown): { code: number; message: string; details: unknown } => {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message, details: error.extras.details }
    throw error
  }
  throw new Error('nothing was refused')
}

test('[MP1] operations apply in order, lists by index', () => {
  const base = { l: [1, 2, 3], a: { b: 'x' } }
  expect(
    patched(base, [
      { op: 'add', path: '/l/1', value: 9 },
      { op: 'remove', path: '/l/0' },
      { op: 'add', path: '/l/-', value: { n: null } },
      { op: 'move', from: '/a/b', path: '/c' },
      { op: 'copy', from: '/l', path: '/a/l' },
      { op: 'replace', path: '/l/-1', value: 0 },
    ]),
  ).toEqual({ l: [9, 2, 3, 0], a: { l: [9, 2, 3, { n: null }] }, c: 'x' })
  expect(base).toEqual({ l: [1, 2, 3], a: { b: 'x' } })
})

test('[MP2] these operations are handled more leniently than in RFC 6902', () => {
  expect(patched({ a: 1 }, [{ op: 'replace', path: '/b', value: 2 }])).toEqual({ a: 1, b: 2 })
  expect(patched({ a: 1 }, [{ op: 'copy', from: '/b', path: '/c' }])).toEqual({ a: 1, c: null })
  expect(patched({ a: 1 }, [{ op: 'add', path: 'x/b' }])).toEqual({ a: 1, b: null })
})

test('[MP3] an operation that does not apply is refused with a generic text', () => {
  const bad: readonly Json[] = [
    [{ op: 'remove', path: '/b' }],
    [{ op: 'test', path: '/a', value: 2 }],
    [{ op: 'add', path: '/b/c', value: 1 }],
    [{ op: 'add', path: '', value: {} }],
    [{ op: 'move', from: '/l', path: '/l/0' }],
    [{ op: 'replace', path: '/l/3', value: 1 }],
    [{ op: 'ADD', path: '/b', value: 1 }],
    [null],
    [{}],
  ]
  for (const operations of bad)
    expect(
      refusal(() => patched({ a: 1, l: [1] }, operations)),
      JSON.stringify(operations),
    ).toEqual({
      code: 422,
      message: 'the server rejected our request due to an error in our request',
      details: {},
    })
})

test('[MP4] a document that is not a patch is a bad request, and more than 10,000 operations are too large', () => {
  const texts: readonly (readonly [Json, string])[] = [
    [{}, 'object into Go value of type []handlers.jsonPatchOp'],
    ['x', 'string into Go value of type []handlers.jsonPatchOp'],
    [[[1]], 'array into Go value of type handlers.jsonPatchOp'],
    [[{ path: 1 }], 'number into Go struct field jsonPatchOp.path of type string'],
  ]
  for (const [value, text] of texts)
    expect(refusal(() => parseJsonPatch({ value }, true)).message).toBe(
      `error decoding patch: json: cannot unmarshal ${text}`,
    )
  const many = Array.from({ length: 10_001 }, () => ({}))
  expect(refusal(() => parseJsonPatch({ value: many }, true))).toMatchObject({
    code: 413,
    message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
  })
})

test('[MP2] a replaced root must be an object or a list; another value changes nothing', () => {
  for (const value of [1, 'x', true, null])
    expect(patched({ a: 1 }, [{ op: 'replace', path: '', value }])).toEqual({ a: 1 })
  expect(patched({ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }])).toEqual({ b: 2 })
  expect(refusal(() => patched({ a: 1 }, [{ op: 'replace', path: '' }])).code).toBe(422)
})

test('[MP5] copy operations may not add more than 3 MiB', () => {
  const doubling = Array.from({ length: 40 }, (_, at) => ({ op: 'copy', from: '', path: `/c${at}` }))
  const big = { a: 'x'.repeat(1_000_000) }
  const copies = ['b', 'c', 'd', 'e'].map((key) => ({ op: 'copy', from: '/a', path: `/${key}` }))
  expect(refusal(() => patched(big, copies)).code).toBe(422)
  expect(refusal(() => patched(big, doubling)).code).toBe(422)
})

test('[MP6] numbers keep their original text when they are moved', () => {
  const operations = [
    { op: 'add', path: '/l/0', value: 4 },
    { op: 'copy', from: '/l', path: '/m' },
  ]
  const numberTexts: NumberTexts = new WeakMap()
  setNumberText(numberTexts, operations[0] as object, 'value', '4.0')
  const result = applyJsonPatch(parseJsonPatch({ value: operations, numberTexts }, true), { l: [7], a: 1 })
  expect(printJson(result.value, result.numberTexts)).toBe('{"a":1,"l":[4.0,7],"m":[4.0,7]}')
})

test('[MP7] a merge patch sets, merges and removes', () => {
  const merged = (base: Json, patch: Json): Json => applyMergePatch({ value: patch }, base).value
  expect(merged({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: null, e: { f: null, g: 1 } }, d: [null] })).toEqual({
    a: { c: 2, e: { g: 1 } },
    d: [null],
  })
  const polluting = JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}') as Json
  const result = merged({ a: 1 }, polluting) as object
  expect(Object.keys(result).sort()).toEqual(['__proto__', 'a', 'constructor'])
  expect(({} as { x?: number; y?: number }).x).toBeUndefined()
})

test('[MP8] objects that a merge patch changes have sorted keys, the others keep their order', () => {
  const { value, numberTexts } = applyMergePatch(
    { value: { spec: { z: 1, a: { y: 1, b: 2 } } } },
    {
      kind: 'X',
      metadata: { name: 'n', labels: {} },
      spec: { q: 1 },
      apiVersion: 'v1',
    },
  )
  expect(printJson(value, numberTexts)).toBe(
    '{"apiVersion":"v1","kind":"X","metadata":{"name":"n","labels":{}},"spec":{"a":{"b":2,"y":1},"q":1,"z":1}}',
  )
})

test('[MP9] a merge patch must be an object', () => {
  expect(refusal(() => checkMergePatch({ value: [1] }, true)).message).toBe(
    'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
  )
  expect(refusal(() => checkMergePatch({ value: null }, true)).message).toBe('Invalid JSON Patch')
})

test('[MP10] a patch that is nested too deeply, or whose result would be, is refused', () => {
  const nested = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json
  const add = (depth: number): Json => [{ op: 'add', path: '/x', value: nested(depth) }]
  expect(refusal(() => parseJsonPatch({ value: add(9000) }, true)).message).toBe(
    'error decoding patch: exceeded max depth',
  )
  expect(refusal(() => checkMergePatch({ value: { x: nested(9000) } }, true)).code).toBe(400)
  const deeper = [...(add(700) as Json[]), { op: 'copy', from: '/x', path: `/x${'/0'.repeat(698)}/-` }]
  expect(refusal(() => patched({}, deeper)).code).toBe(422)
})
