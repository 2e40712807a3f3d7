import { afterEach, expect, test, vi } from 'vitest'
import { type AfterFirstWatch, afterFirstWatch } from './after-first-watch.ts'

const answered = new Response('answered')

const askAt = (later: AfterFirstWatch, path: string): Promise<Response> =>
  later.before(async () => answered)(new Request(`http://page.test${path}`), { rawHeaders: [] })

afterEach(() => {
  vi.useRealTimers()
})

test('[SD5] [PF6] files and visitors come once, with the first client that follows objects', async () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  const later = afterFirstWatch(begin)

  expect(await askAt(later, '/api/v1/pods?limit=500')).toBe(answered)
  expect(begin).not.toHaveBeenCalled()

  await askAt(later, '/api/v1/pods?watch=1')
  await askAt(later, '/api/v1/nodes?watch=1')
  vi.runAllTimers()
  expect(begin).toHaveBeenCalledOnce()
})

test('[SD5] [PF6] files and visitors come by themselves where nobody follows objects', () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  afterFirstWatch(begin)
  vi.runAllTimers()
  expect(begin).toHaveBeenCalledOnce()
})

test('[SD5] [PF6] nobody visits a server that has ended', async () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  const later = afterFirstWatch(begin)
  later.end()
  await askAt(later, '/api/v1/pods?watch=1')
  vi.runAllTimers()
  expect(begin).not.toHaveBeenCalled()
})
