import { expect, test } from 'vitest'
import type { FinishedRequest } from '#facts/fact.ts'
import { foldLoops, isFold, lineKey } from './fold-loops.ts'

// Only the fields that folding reads.
const request = (id: number, actor: string, wrote = 0, status = 200) =>
  ({ id, actor, wrote, status }) as Partial<FinishedRequest> as FinishedRequest
const jobs = 'system:serviceaccount:kube-system:job-controller'
const newestFirst = [
  request(6, jobs, 12),
  request(5, 'ann', 11),
  request(4, 'system:kube-scheduler'),
  request(3, jobs, 0, 409),
  request(2, 'ann'),
  request(1, jobs, 10),
]

test('[DOC13] the requests of a loop are one row at the place of its newest, with its writes and refusals', () => {
  const lines = foldLoops(newestFirst, new Set())
  expect(lines.map((line) => (isFold(line) ? line.actor : line.id))).toEqual([jobs, 5, 4, 2])
  expect(lines[0]).toMatchObject({ writes: 2, refused: 1, isOpen: false })
})

test('[DOC13] an open loop is followed by its requests; keys of rows differ and remain', () => {
  const lines = foldLoops(newestFirst, new Set([jobs]))
  expect(lines.map((line) => (isFold(line) ? line.actor : line.id))).toEqual([jobs, 6, 3, 1, 5, 4, 2])
  expect(new Set(lines.map(lineKey)).size).toBe(lines.length)
  expect(lines.map(lineKey)).toEqual(foldLoops(newestFirst, new Set([jobs])).map(lineKey))
})
