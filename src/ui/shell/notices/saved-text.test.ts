import { expect, test } from 'vitest'
import type { StorageStatus } from '#facts/fact.ts'
import { savedText } from './saved-text.ts'

const open = { kind: 'indexeddb', state: 'open', published: 7, assigned: 7 } as StorageStatus

test('[DOC5] the header does not say "Saved" while the storage is full, whoever tells of it', () => {
  expect(savedText(open, 'ready')).toEqual({ text: 'Saved', isSaved: true })
  expect(savedText(open, 'full')).toEqual({ text: 'Storage full', isSaved: false })
  expect(savedText({ ...open, state: 'full' }, 'ready')).toEqual({ text: 'Storage full', isSaved: false })
  expect(savedText({ ...open, assigned: 9 }, 'ready')).toEqual({ text: 'Saving 2 writes', isSaved: false })
})
