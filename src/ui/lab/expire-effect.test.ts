import { expect, test } from 'vitest'
import { expireEffect, type ExpireInput, expireWords, proposedRevision } from './expire-effect.ts'

const input = (more: Partial<ExpireInput> = {}): ExpireInput => ({
  rows: Array.from({ length: 10 }, (_, at) => ({ revision: 101 + at * 2 })),
  published: 120,
  compacted: 100,
  tokens: [
    { state: 'live', revision: 104 },
    { state: 'live', revision: 119 },
    { state: 'finished', revision: 104 },
  ],
  stopped: [
    { letter: 'B', lastVersion: 103 },
    { letter: 'C', lastVersion: 117 },
  ],
  ...more,
})

test('[DOC9] the effect counts writes, paged lists and stopped watches below the revision', () => {
  const effect = expireEffect(input(), 110)
  expect(effect).toEqual({
    to: 110,
    droppedCount: 5,
    keptCount: 5,
    chainCount: 1,
    stopped: [{ letter: 'B', lastVersion: 103 }],
  })
  expect(expireWords(effect)).toEqual([
    '5 writes up to 110 can no longer be read; 5 newer writes stay.',
    'Watch B (stopped at 103) gets 410 when it resumes, and has to list again.',
    '1 paged list of an older snapshot ends with 410.',
    'The objects stay as they are, and open watches continue.',
  ])
})

test('[DOC9] a watch that stopped exactly at the revision resumes, one before it does not', () => {
  expect(expireEffect(input(), 103).stopped).toEqual([])
  expect(expireEffect(input(), 104).stopped).toEqual([{ letter: 'B', lastVersion: 103 }])
})

test('[DOC9] the proposal is just after a stopped watch, else half of the history', () => {
  expect(proposedRevision(input())).toBe(105)
  expect(proposedRevision(input({ stopped: [] }))).toBe(109)
  // A watch that stopped in the newer half, or before the history, does not cost more than half of it.
  expect(proposedRevision(input({ stopped: [{ letter: 'C', lastVersion: 117 }] }))).toBe(109)
  expect(proposedRevision(input({ stopped: [{ letter: 'D', lastVersion: 1 }] }))).toBe(109)
  expect(proposedRevision(input({ rows: [], stopped: [] }))).toBe(120)
})

test('[DOC9] without older versions there is nothing to expire; up to the newest nothing stays', () => {
  expect(expireWords(expireEffect(input({ rows: [] }), 120))[0]).toContain('nothing to expire')
  expect(expireWords(expireEffect(input({ tokens: [], stopped: [] }), 120))[0]).toBe(
    '10 writes up to 120 can no longer be read; none stays.',
  )
})
