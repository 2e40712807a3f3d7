import { expect, test } from 'vitest'
import { madeBody } from './made-body.ts'

const none = (): undefined => undefined

test('[DB16] edits set, take and remove values of a copy', () => {
  const body = { a: { b: [1, 2, 3] }, c: 'text' }
  const answer = { metadata: { resourceVersion: '7', name: 'x' } }
  expect(madeBody(body, [{ at: ['a', 'b', 1], value: 9 }], none)).toEqual({ a: { b: [1, 9, 3] }, c: 'text' })
  expect(madeBody(body, [{ at: ['a', 'b', 0] }, { at: ['c'] }], none)).toEqual({ a: { b: [2, 3] } })
  expect(madeBody(body, [{ at: ['c', 'd'], value: 1 }], none)).toEqual({ a: { b: [1, 2, 3] }, c: { d: 1 } })
  expect(body).toEqual({ a: { b: [1, 2, 3] }, c: 'text' })
  const taken = [{ at: [], answer: 0 }, { at: ['metadata', 'resourceVersion'] }]
  expect(madeBody({}, taken, () => answer)).toEqual({ metadata: { name: 'x' } })
  // A list does not get holes, and an index does not make a list.
  expect(madeBody(body, [{ at: ['a', 'b', 3], value: 4 }], none)).toEqual(body)
  expect(madeBody(body, [{ at: ['c', 0], value: 4 }], none)).toEqual(body)
})

test('[DB16] an edit that would take from a refused answer, or what is not there, changes nothing', () => {
  expect(madeBody({ metadata: {} }, [{ at: [], answer: 0 }], none)).toEqual({ metadata: {} })
  expect(madeBody([{ value: null }], [{ at: [0, 'value'], answer: 0, from: ['data'] }], () => ({}))).toEqual([
    { value: null },
  ])
})

test('[DB16] a member called __proto__ is data', () => {
  const made = madeBody({}, [{ at: ['__proto__', 'x'], value: 1 }], none)
  expect(JSON.stringify(made)).toBe('{"__proto__":{"x":1}}')
  expect(({} as { x?: number }).x).toBeUndefined()
})
