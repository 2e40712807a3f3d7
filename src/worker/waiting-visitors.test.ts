import { afterEach, expect, test, vi } from 'vitest'
import { type WaitingVisitors, waitingVisitors } from './waiting-visitors.ts'

const answered = new Response('answered')

const askAt = (visitors: WaitingVisitors, path: string): Promise<Response> =>
  visitors.before(async () => answered)(new Request(`http://page.test${path}`), { rawHeaders: [] })

afterEach(() => {
  vi.useRealTimers()
})

test('[SD5] [PF6] the visitors come once, with the first client that follows objects', async () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  const visitors = waitingVisitors(begin)

  expect(await askAt(visitors, '/api/v1/pods?limit=500')).toBe(answered)
  expect(begin).not.toHaveBeenCalled()

  await askAt(visitors, '/api/v1/pods?watch=1')
  await askAt(visitors, '/api/v1/nodes?watch=1')
  vi.runAllTimers()
  expect(begin).toHaveBeenCalledOnce()
})

test('[SD5] the visitors come by themselves where nobody follows objects', () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  waitingVisitors(begin)
  vi.runAllTimers()
  expect(begin).toHaveBeenCalledOnce()
})

test('[SD5] nobody visits a server that has ended', async () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  const visitors = waitingVisitors(begin)
  visitors.end()
  await askAt(visitors, '/api/v1/pods?watch=1')
  vi.runAllTimers()
  expect(begin).not.toHaveBeenCalled()
})
