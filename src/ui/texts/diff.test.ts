import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import { lastWriteOf, sidesOf, versionsPatch } from './diff-store.ts'

const row = (revision: number, path = 'spec.replicas') =>
  configMapRow(revision, { changes: [{ path, before: '1', after: '2' }], changeCount: 1 })
const writes = [row(71), row(98), row(117, 'data.a'), row(127)]
const sides = (from: number | null, to: number | null, chosen: number | null = null, at: number | null = null) => {
  const found = sidesOf(writes, { from, to, chosen, at })
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
  expect(sidesOf([], { from: null, to: null, chosen: null, at: null })).toBeNull()
})

test('[DF1] in the past the version of that moment is compared with the newest one', () => {
  expect(sides(null, null, null, 100)).toEqual([98, 127])
  expect(sides(null, null, null, 127)).toEqual([117, 127])
  expect(sides(null, null, null, 50)).toEqual([117, 127])
  expect(sides(null, null, 98, 100)).toEqual([71, 98])
  expect(sides(71, 117, null, 100)).toEqual([71, 117])
})

test('[DF2] a path shows the last write between the sides that changed it', () => {
  expect(lastWriteOf(writes, 'spec.replicas', 71, 127)?.revision).toBe(127)
  expect(lastWriteOf(writes, 'spec.replicas', 71, 117)?.revision).toBe(98)
  expect(lastWriteOf(writes, 'data.a', 117, 127)).toBeUndefined()
})

test('[DF2] a write with more changes than are listed names a path only where no other can have changed it', () => {
  const cut = (revision: number) => ({ ...row(revision), changeCount: 9 })
  expect(lastWriteOf([row(71), cut(98)], 'status.message', 71, 98)?.revision).toBe(98)
  expect(lastWriteOf([row(71), cut(98), cut(117)], 'status.message', 71, 117)).toBeUndefined()
})

test('[DF3] the patch between two versions leaves out what the server assigns', () => {
  const version = (resourceVersion: string, data: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', resourceVersion, generation: Number(resourceVersion), managedFields: [] },
    data,
  })
  const patch = versionsPatch(version('1', { colour: 'red', size: 'L' }), version('2', { colour: 'blue' }))
  expect(patch).toEqual({ data: { colour: 'blue', size: null } })
})
