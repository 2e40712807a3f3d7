import { expect, test } from 'vitest'
import { pathChanges } from './path-changes.ts'

const changeOf = (before: string, after: string) =>
  pathChanges({ data: { a: before } }, { data: { a: after } }, null).changes[0]

test('[UI15] a value of more than 64 characters is cut around the difference', () => {
  const long = 'x'.repeat(90)
  const change = changeOf(`${long}-red`, `${long}-green`)
  expect(change).toEqual({
    path: 'data.a',
    before: `"…${'x'.repeat(23)}-red"`,
    after: `"…${'x'.repeat(23)}-green"`,
  })
  expect(changeOf('red', 'green')).toEqual({ path: 'data.a', before: '"red"', after: '"green"' })
  expect(changeOf(`red${long}`, `green${long}`)?.before).toBe(`"red${'x'.repeat(59)}…`)
})
