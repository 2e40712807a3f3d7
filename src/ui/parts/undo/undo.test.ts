import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { undoChoices } from './undo-stack.ts'
import { undoneWords, undoPlan } from './undo-plan.ts'

const map = (version: string, data: Record<string, string>, uid = 'u1'): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'palette', resourceVersion: version, uid },
  data,
})
const row = (revision: number, actor: string, name = 'palette') => ({
  revision,
  actor,
  name,
  group: '',
  resource: 'configmaps',
  namespace: 'default',
})

test('[UN1] undo restores the fields of a write and keeps what others changed since', () => {
  const plan = undoPlan(
    { before: map('1', { colour: 'green' }), after: map('2', { colour: 'red' }) },
    map('3', { colour: 'red', size: 'xl' }),
  )

  expect(plan).toEqual({ type: 'replace', object: map('3', { colour: 'green', size: 'xl' }) })
})

test('[UN1] a creation is undone by a deletion of that very version, a removal by a new object', () => {
  expect(undoPlan({ before: null, after: map('2', {}) }, map('2', {}))).toEqual({
    type: 'delete',
    uid: 'u1',
    resourceVersion: '2',
  })
  expect(undoPlan({ before: map('1', { a: 'b' }), after: null }, null)).toMatchObject({
    type: 'create',
    object: { kind: 'ConfigMap', metadata: { name: 'palette' }, data: { a: 'b' } },
  })
})

test('[UN2] what was changed again, is gone, or cannot be taken back is refused with the reason', () => {
  const change = { before: map('1', { colour: 'green' }), after: map('2', { colour: 'red' }) }
  const ending = { ...map('2', {}), metadata: { ...map('2', {}).metadata, deletionTimestamp: 't' } }
  const why = (...args: Parameters<typeof undoPlan>) => {
    const plan = undoPlan(...args)
    return plan.type === 'refused' ? plan.why : plan.type
  }
  expect(why(change, map('3', { colour: 'blue' }))).toBe('data.colour was changed again since')
  expect(why(change, null)).toBe('the object is gone')
  expect(why(change, map('3', { colour: 'red' }, 'u2'))).toMatch(/created again/)
  expect(why({ before: map('1', {}), after: ending }, ending)).toMatch(/deletion that has begun/)
  expect(why({ before: null, after: map('2', {}) }, map('3', { more: 'x' }))).toBe(
    'data.more was changed since; delete the object yourself if that may be lost',
  )
})

test('[UN3] undo goes back write by write, redo forward, and a new write ends what could be redone', () => {
  const rows = [row(1, 'alice'), row(2, 'bot'), row(3, 'alice'), row(4, 'alice')]
  expect(undoChoices(rows, [], 'alice')).toEqual({ undo: 4, redo: null })

  const one = { revision: 4, after: 4, isRedo: false }
  expect(undoChoices([...rows, row(5, 'alice')], [one], 'alice')).toEqual({ undo: 3, redo: 5 })

  const two = { revision: 3, after: 5, isRedo: false }
  const undone = [...rows, row(5, 'alice'), row(6, 'alice')]
  expect(undoChoices(undone, [one, two], 'alice')).toEqual({ undo: 1, redo: 6 })

  const redone = { revision: 6, after: 6, isRedo: true }
  expect(undoChoices([...undone, row(7, 'alice')], [one, two, redone], 'alice')).toEqual({ undo: 3, redo: 5 })
  expect(undoChoices([...undone, row(7, 'alice', 'other')], [one, two], 'alice')).toEqual({ undo: 7, redo: null })
})

test('[UN1] [UN2] the words for an undo say what became of the object: back, as before, gone, or held by finalizers', () => {
  const of = { name: 'palette', revision: 7 }
  const object = map('9', {}, '12345678-90')
  const held = { ...object.metadata, deletionTimestamp: '2026-11-28T00:00:00Z', finalizers: ['a.b/c', 'd'] }
  expect(undoneWords('create', of, object)).toBe('palette is back, as a new object (uid 12345678).')
  expect(undoneWords('replace', of, object)).toBe('palette is as before 7.')
  expect(undoneWords('delete', of, {})).toBe('palette is deleted, as before 7.')
  expect(undoneWords('delete', of, { metadata: { ...held, finalizers: [] } })).toBe('palette is deleted, as before 7.')
  expect(undoneWords('delete', of, { metadata: held })).toBe(
    'palette is in deletion, not gone: a.b/c, d must be removed from its finalizers first.',
  )
})
