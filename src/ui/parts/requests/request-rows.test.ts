import { expect, test } from 'vitest'
import type { FinishedRequest } from '#facts/fact.ts'
import { pageActor } from '#ui/model/api.ts'
import { finishedRequest } from '#testing/finished-request.ts'
import { filterRequests, shortTarget, stageBars, waterfallMax } from './request-rows.ts'

test('[DOC4] the page’s own reads are listed separately from those of users', () => {
  const all = [
    finishedRequest({ id: 1 }),
    finishedRequest({ id: 2, actor: pageActor }),
    finishedRequest({ id: 3, url: '/debug/clock' }),
  ]
  expect(filterRequests(all, 'all', '').map(({ id }) => id)).toEqual([1])
  expect(filterRequests(all, 'page', '').map(({ id }) => id)).toEqual([3, 2])
})

test('[DOC4] requests match the filter by actor, code and path', () => {
  const all = [
    finishedRequest({ id: 1 }),
    finishedRequest({ id: 2, status: 409, method: 'PUT', verb: 'update' }),
    finishedRequest({ id: 3, wrote: 7 }),
  ]
  expect(filterRequests(all, 'all', 'code:>=400').map(({ id }) => id)).toEqual([2])
  expect(filterRequests(all, 'refused', '').map(({ id }) => id)).toEqual([2])
  expect(filterRequests(all, 'writes', '').map(({ id }) => id)).toEqual([3])
  expect(filterRequests(all, 'all', 'path:pods method:put').map(({ id }) => id)).toEqual([2])
})

test('[DOC4] bars alternate, storage has the accent colour, the refusing stage is red, and skipped stages are absent', () => {
  let startMs = 0
  const stage = (name: string, outcome = 'passed') => ({
    stage: name,
    startMs: (startMs += 1),
    durationMs: 1,
    outcome,
    note: '',
  })
  const stages = [
    stage('routing'),
    stage('decode', 'skipped'),
    stage('authorization'),
    stage('storage'),
    stage('encode', 'refused'),
  ]
  const bars = stageBars(finishedRequest({ stages: stages as FinishedRequest['stages'] }))
  expect(bars.map(({ look }) => look)).toEqual(['light', 'strong', 'storage', 'refused'])
})

test('[DOC7] the scale fits three quarters of the requests; an outlier is broken off instead of flattening the others', () => {
  const scaleOf = (...times: readonly number[]) =>
    waterfallMax(times.map((durationMs) => finishedRequest({ durationMs })))
  expect(scaleOf(3.1, 0.2)).toBe(4)
  expect(scaleOf(1.2, 0.8, 1.9, 35)).toBe(2)
  expect(scaleOf(0.2, 0.3, 0.2, 0.4, 90)).toBe(0.5)
  expect(scaleOf()).toBe(4)
  expect(scaleOf(5000)).toBe(2000)
})

test('[DOC4] a long path is shortened at its start', () => {
  expect(shortTarget('/apis/apps/v1/namespaces/shop/deployments/web')).toBe('…/namespaces/shop/deployments/web')
})
