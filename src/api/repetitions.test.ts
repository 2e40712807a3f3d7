import { expect, test } from 'vitest'
import { invalidObject } from './api-error.ts'
import { forbidden, required } from './field-error.ts'
import { identityText, lastPlaces, repetitionsIn } from './repetitions.ts'

test('repetitions are the places of values that occurred before', () => {
  expect([...repetitionsIn(['a', 'b', 'a', 'a', ''])]).toEqual([2, 3])
  expect([...repetitionsIn([])]).toEqual([])
  expect(Object.fromEntries(lastPlaces(['a', 'b', 'a']))).toEqual({ a: 2, b: 1 })
})

test('equal values share a text, whatever the order of their members, and others do not', () => {
  expect(identityText({ a: 1, b: { c: [1], d: null } })).toBe(identityText({ b: { d: null, c: [1] }, a: 1 }))
  expect(identityText({ a: undefined })).toBe(identityText({}))
  expect(identityText({ a: null })).not.toBe(identityText({}))
  expect(identityText([1, 2])).not.toBe(identityText([2, 1]))
  expect(identityText({ a: 9007199254740993n })).not.toBe(identityText({ a: 9007199254740992n }))
})

test('[ER7] errors are listed up to 4 MiB of text, and the rest counted', () => {
  const names = 'name, '.repeat(5_000)
  const errors = Array.from({ length: 2_000 }, (_, at) => forbidden(`items[${at}]`, names))
  const status = invalidObject({ group: '', kind: 'Pod' }, 'a', errors).toStatus()

  const shown = status.details?.causes?.length ?? 0
  expect(status.message).toMatch(new RegExp(`, and ${2_000 - shown} more errors\\]$`))
  expect(shown).toBeGreaterThan(100)
  expect(status.message?.length).toBeLessThan(5 * 1024 * 1024)
})

test('[ER7] the paths of errors count, too: many short errors are not listed for ever', () => {
  const errors = Array.from({ length: 200_000 }, (_, at) => required(`spec.containers[${at}].terminationMessagePath`))
  const status = invalidObject({ group: '', kind: 'Pod' }, 'a', errors).toStatus()

  const shown = status.details?.causes?.length ?? 0
  expect(status.message).toMatch(new RegExp(`, and ${200_000 - shown} more errors\\]$`))
  expect(status.message?.length).toBeLessThan(5 * 1024 * 1024)
})
