import { expect, test } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import type { Life } from '#ui/model/life.ts'
import { machineOf } from './machine.ts'

const object = { kind: 'ConfigMap', metadata: { name: 'ledger' } }
const holders = [
  { name: 'shop.example/a', letGoAt: 11 },
  { name: 'shop.example/b', letGoAt: 14 },
]
const removal = { revision: 14 } as RevisionRow

test('[FI1] two finalizers that were removed end as 2 of 2, with the revisions of all three states', () => {
  const life: Life = {
    type: 'gone',
    removal,
    since: 3,
    requested: { at: 9, timeMs: 0, by: 'bob' },
    holders,
    last: undefined,
  }
  expect(machineOf(life)).toEqual({
    state: 'gone',
    holders,
    released: 2,
    liveSpan: '3–8',
    pendingSpan: '9–13',
    goneSpan: '14',
    words: 'Deletion: gone since 14',
  })
  expect(machineOf({ ...life, requested: null, holders: [] })).toMatchObject({ liveSpan: '3–13', pendingSpan: '' })
})

test('[FI1] a pending deletion counts the finalizers that were removed, and omits compacted revisions', () => {
  const life: Life = {
    type: 'terminating',
    object,
    since: 0,
    requested: { at: 0, timeMs: 0, by: '' },
    holders: [holders[0], { name: 'shop.example/b', letGoAt: null }] as typeof holders,
  }
  expect(machineOf(life)).toMatchObject({
    state: 'pending',
    released: 1,
    liveSpan: '',
    pendingSpan: '',
    words: 'Deletion: requested, waiting for 1 of 2 finalizers',
  })
})

test('[LF1] nothing is drawn for a name whose life is unknown', () => {
  expect(machineOf({ type: 'expired', last: object })).toBeNull()
  expect(machineOf({ type: 'never', createdAt: null })).toBeNull()
})
