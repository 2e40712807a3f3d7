import { expect, test } from 'vitest'
import { addRecorded } from '#lesson/build/draft.ts'
import { newDraft } from '#lesson/build/edit-lesson.ts'
import { isUntouched } from './abandoned.ts'

test('[LSN29] a draft without a request or a word of its own counts as never used after a minute', () => {
  const draft = { ...newDraft('draft-1'), cluster: 'recording', changedMs: 1000 }
  expect(isUntouched(draft, 62_000)).toBe(true)
  expect(isUntouched(draft, 60_000)).toBe(false)
  expect(isUntouched({ ...draft, title: 'Taxes' }, 62_000)).toBe(false)
  const request = {
    id: 1,
    method: 'GET',
    target: '/api/v1/namespaces?dryRun=All',
    actor: 'alice',
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
  }
  expect(isUntouched(addRecorded(draft, request), 62_000)).toBe(false)
})
