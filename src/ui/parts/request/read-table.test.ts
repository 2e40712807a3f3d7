import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

test('[RC12] columns and cells of a Table are parsed', () => {
  const body = JSON.stringify({
    kind: 'Table',
    columnDefinitions: [
      { name: 'Name', priority: 0 },
      { name: 'Images', priority: 1, description: 'of all containers' },
    ],
    rows: [{ cells: ['web', 'a,b'] }],
  })
  expect(readTable(body)).toEqual({
    columns: [
      { name: 'Name', description: '', priority: 0 },
      { name: 'Images', description: 'of all containers', priority: 1 },
    ],
    rows: [['web', 'a,b']],
  })
})

test.each(['[RC12] %j is not a Table', '{', '[]', '{"kind":"Status"}', 'null'])('[RC12] %j is no Table', (body) =>
  expect(readTable(body)).toBeNull(),
)

test('[RC12] malformed parts of a Table are skipped', () => {
  expect(readTable('{"kind":"Table","columnDefinitions":[1,{}],"rows":"none"}')).toEqual({
    columns: [{ name: '', description: '', priority: 0 }],
    rows: [],
  })
})
