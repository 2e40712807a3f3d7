import { expect, test } from 'vitest'
import { composeLesson } from './compose.ts'
import { addRecorded, toggleRecorded } from './draft.ts'
import { newDraft } from './edit-lesson.ts'
import { exchangeOrder, neighboursOf, othersAround } from './order.ts'
import type { Recorded } from './recorded.ts'
import { recordedRows } from './recorded-rows.ts'

const request = (id: number, actor: string): Recorded => ({
  id,
  method: 'GET',
  target: '/api/v1/namespaces',
  actor,
  groups: [],
  headers: {},
  body: '',
  verb: 'list',
  code: 200,
  reason: '',
  answered: null,
  liveVersion: '',
  mark: 'read',
  changes: [],
})

test('[LSN20] each step heads its requests and those of others before it; a request without a step has no heading', () => {
  const draft = [request(1, 'alice'), request(2, 'bob'), request(3, 'alice'), request(4, 'alice')].reduce(
    addRecorded,
    newDraft('draft'),
  )
  const rows = recordedRows(toggleRecorded(draft, 4))
  expect(rows.map((row) => (row.type === 'step' ? `step of ${row.step.ids.join()}` : row.recorded.id))).toEqual([
    'step of 1',
    1,
    'step of 3',
    2,
    3,
    4,
  ])
})

test('[LSN35] a request of someone else moves to the scene of an earlier or a later step', () => {
  const draft = [request(1, 'alice'), request(2, 'bob'), request(3, 'alice'), request(4, 'alice')].reduce(
    addRecorded,
    newDraft('draft'),
  )
  const scenes = (one: typeof draft) => composeLesson(one).steps.map(({ scene }) => scene.map(({ as }) => as))
  expect(scenes(draft)).toEqual([[], ['bob'], []])
  expect(neighboursOf(draft, 2)).toMatchObject({ before: { id: 1 }, after: { id: 3 } })
  expect(draft.steps.map(({ key }) => othersAround(draft, key).map(({ id }) => id))).toEqual([[2], [2], []])
  const later = exchangeOrder(draft, 2, 3)
  expect(scenes(later)).toEqual([[], [], ['bob']])
  expect(later.recorded.map(({ id, actor }) => `${id} ${actor}`)).toEqual(['1 alice', '2 alice', '3 bob', '4 alice'])
  expect(later.steps.map(({ ids }) => ids)).toEqual([[1], [2], [4]])
  expect(scenes(exchangeOrder(draft, 2, 1))).toEqual([['bob'], [], []])
})
