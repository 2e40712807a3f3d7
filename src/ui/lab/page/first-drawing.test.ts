import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostStatus } from '#facts/host-status.ts'
import { createFirstDrawing, EMPTY_AFTER_MS } from './first-drawing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const waiting: HostStatus = {
  step: 'worker',
  stepNote: '',
  transport: 'service-worker',
  transportReason: '',
  streams: 'service-worker',
  server: 'shared',
  serverTab: '',
  elsewhere: '',
  storage: { type: 'waiting' },
  stopped: null,
}

function begin() {
  const listeners = new Set<() => void>()
  let state = waiting
  const host = {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const report = (storage: HostStatus['storage']): void => {
    state = { ...state, storage }
    for (const listener of listeners) listener()
  }
  const log: string[] = []
  const first = createFirstDrawing(host, () => log.push('page'))
  const read = (): void =>
    first(
      () => log.push('objects'),
      (run) => {
        log.push('later:')
        run()
      },
    )
  return { report, log, read }
}

test('[PF2] a page is drawn once, with its first facts and objects', () => {
  const { report, log, read } = begin()
  report({ type: 'ready' })
  vi.advanceTimersByTime(EMPTY_AFTER_MS - 1)
  expect(log).toEqual([])
  read()
  vi.advanceTimersByTime(EMPTY_AFTER_MS)
  report({ type: 'error', message: 'no space' })

  expect(log).toEqual(['objects', 'page'])
})

test('[PF2] a page of a server that does not answer in time is drawn without facts and objects, and they are drawn later', () => {
  const { log, read } = begin()
  vi.advanceTimersByTime(EMPTY_AFTER_MS)
  expect(log).toEqual(['page'])
  read()

  expect(log).toEqual(['page', 'later:', 'objects'])
})

test('[PF2] a page of a server in trouble is drawn at once', () => {
  const { report, log } = begin()
  report({ type: 'error', message: 'the database cannot be opened' })

  expect(log).toEqual(['page'])
  vi.advanceTimersByTime(EMPTY_AFTER_MS)
  expect(log).toEqual(['page'])
})
