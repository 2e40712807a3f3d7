import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import { lastWriteOf, sidesOf } from './diff-store.ts'

const row = (revision: number, path = 'spec.replicas') =>
  configMapRow(revision, { changes: [{ path, before: '1', after: '2' }], changeCount: 1 })
const writes = [row(71), row(98), row(117, 'data.a'), row(127)]
const sides = (from: number | null, to: number | null, chosen: number | null = null) => {
  const found = sidesOf(writes, { from, to }, chosen)
  return [found?.from?.revision ?? null, found?.to.revision ?? null]
}

test('[DF1] without a choice the newest write is compared with the one before', () => {
  expect(sides(null, null)).toEqual([117, 127])
  expect(sides(null, null, 98)).toEqual([71, 98])
  expect(sides(null, null, 71)).toEqual([null, 71])
})

test('[DF1] a choice wins, and the earlier side is always first', () => {
  expect(sides(71, 127)).toEqual([71, 127])
  expect(sides(127, 71)).toEqual([71, 127])
  expect(sides(98, 98)).toEqual([71, 98])
  expect(sidesOf([], { from: null, to: null }, null)).toBeNull()
})

test('[DF2] a path shows the last write between the sides that changed it', () => {
  expect(lastWriteOf(writes, 'spec.replicas', 71, 127)?.revision).toBe(127)
  expect(lastWriteOf(writes, 'spec.replicas', 71, 117)?.revision).toBe(98)
  expect(lastWriteOf(writes, 'data.a', 117, 127)).toBeUndefined()
})
