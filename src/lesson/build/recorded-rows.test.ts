import { expect, test } from 'vitest'
import { addRecorded, toggleRecorded } from './draft.ts'
import { newDraft } from './edit-lesson.ts'
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
