import { expect, test } from 'vitest'
import { changeWords } from './change-words.ts'

test('[DOC3] a change is described by its path and two values, fields that every write changes last', () => {
  const changes = [
    { path: 'metadata.resourceVersion', before: '"1"', after: '"2"' },
    { path: 'spec.template.spec.containers[0].image', before: '"a:1"', after: '"a:2"' },
  ]
  expect(changeWords({ effect: 'updated', changes, changeCount: 4 })).toEqual({
    type: 'path',
    path: 'spec…image',
    before: 'a:1',
    after: 'a:2',
    more: 2,
  })
  expect(changeWords({ effect: 'created', changes: [], changeCount: 14 })).toEqual({ type: 'words', text: '14 fields' })
})
