import { expect, test } from 'vitest'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { lastManager } from './last-manager.ts'

const object = (...managedFields: readonly Json[]) => ({ metadata: { managedFields } }) as ApiObject

test('the last manager is the one with the newest time; at equal times the later entry', () => {
  const early = { manager: 'a', time: '2026-11-21T10:00:00Z' }
  const late = { manager: 'b', time: '2026-11-21T10:00:01Z' }
  expect(lastManager(object(late, early))).toBe('b')
  expect(lastManager(object(late, { ...late, manager: 'c' }))).toBe('c')
  expect(lastManager(object('x', null))).toBeUndefined()
  expect(lastManager({ metadata: {} })).toBeUndefined()
})
