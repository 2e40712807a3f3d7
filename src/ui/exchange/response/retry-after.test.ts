import { expect, test } from 'vitest'
import type { Status } from '#api/status.ts'
import { retryFrom, secondsUntil } from './retry-after.ts'

const status = (code: number, retryAfterSeconds?: number): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  code,
  ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
})
const arrived = (header?: string) => ({
  startMs: 5000,
  headMs: 200,
  headers: header === undefined ? [] : [['Retry-After', header] as const],
})

test('[EX8] a 429 or 503 can be sent again when the time of Retry-After is over, counted from its arrival', () => {
  expect(retryFrom(arrived('7'), status(429))).toBe(12_200)
  expect(retryFrom(arrived(), status(503, 2))).toBe(7200)
  expect(retryFrom(arrived('3'), status(429, 9))).toBe(8200)
  expect(retryFrom(arrived('soon'), status(429))).toBe(0)
  expect(retryFrom(arrived(), status(429))).toBe(0)
  expect(retryFrom(arrived('7'), status(409))).toBe(0)
  expect([12_200, 11_200, 5201, 0].map((now) => secondsUntil(12_200, now))).toEqual([0, 1, 7, 13])
})
