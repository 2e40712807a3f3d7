import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import { writesOfStep } from './writes-of-step.ts'

const object = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }

test('[PR5] the picture of a step has the last writes of its object up to its revision, each writer on one side', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7].map((revision) =>
    deploymentRow(revision, { actor: revision % 2 === 0 ? 'bob' : 'alice' }),
  )
  const other = deploymentRow(5, { name: 'cart' })
  const shown = writesOfStep({ at: 6, object }, [...rows, other])
  expect(shown.map(({ row, side }) => [row.revision, side])).toEqual([
    [3, 'left'],
    [4, 'right'],
    [5, 'left'],
    [6, 'right'],
  ])
  expect(writesOfStep({ at: null, object }, rows).at(-1)?.row.revision).toBe(7)
  expect(writesOfStep({ at: 6, object: null }, rows)).toEqual([])
})
