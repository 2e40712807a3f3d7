import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import { filterRows } from './filter-rows.ts'

const row = deploymentRow

const rows = [row(1), row(2, { actor: 'bob', name: 'cart' }), row(3, { verb: 'delete', kind: 'Secret', name: 'key' })]

const found = (text: string) => filterRows(rows, { text, object: null }).map(({ revision }) => revision)

test('[DOC3] revisions match all words of the filter and keep their order', () => {
  expect([
    found(''),
    found('alice'),
    found('actor:bob,carol'),
    found('kind:Secret verb:delete'),
    found('nobody'),
  ]).toEqual([[1, 2, 3], [1, 3], [2], [3], []])
  const object = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }
  expect(filterRows(rows, { text: '', object }).map(({ revision }) => revision)).toEqual([1])
})

test('[DOC3] the text of a filter is never used as a pattern', () => {
  expect(found('(a+)+$')).toEqual([])
  expect(found('constructor:x')).toEqual([])
})
