import { expect, test, vi } from 'vitest'
import type { Fact } from '#facts/fact.ts'
import { createFactHub } from './fact-hub.ts'

const compacted = (revision: number): Fact => ({ type: 'compacted', revision, timeMs: 0 })

test('[PF2] a fact after a pause is sent at once, and facts that pour in are sent together', async () => {
  vi.useFakeTimers()
  try {
    const hub = createFactHub()
    const reader = hub.stream(0, new AbortController().signal).getReader()
    const lines = async () =>
      new TextDecoder()
        .decode((await reader.read()).value)
        .trimEnd()
        .split('\n').length
    hub.report(compacted(1))
    expect(await lines()).toBe(1)

    const later = lines()
    for (let revision = 2; revision < 6; revision += 1) {
      hub.report(compacted(revision))
      await vi.advanceTimersByTimeAsync(4)
    }
    await vi.advanceTimersByTimeAsync(10)
    expect(await later).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})
