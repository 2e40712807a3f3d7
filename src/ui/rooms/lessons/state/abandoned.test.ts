import { expect, test } from 'vitest'
import { newDraft } from '#lesson/build/edit-lesson.ts'
import { isUntouched } from './abandoned.ts'

test('[LSN29] a draft without a request, a step or a word of its own counts as never used after a minute', () => {
  const draft = { ...newDraft('draft-1'), cluster: 'recording', changedMs: 1000 }
  expect(isUntouched(draft, 62_000)).toBe(true)
  expect(isUntouched(draft, 60_000)).toBe(false)
  expect(isUntouched({ ...draft, title: 'Taxes' }, 62_000)).toBe(false)
  expect(isUntouched({ ...draft, recorded: ['a request'] }, 62_000)).toBe(false)
  expect(isUntouched({ ...draft, steps: ['a step'] }, 62_000)).toBe(false)
})
