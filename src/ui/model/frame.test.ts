import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawing } from './frame.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Frames run at once; the clock is the one of the fake timers. */
const drawing = () => createDrawing(Date.now, (run) => run())

test('[PF2] callbacks of one moment are drawn together, shortly after the first', () => {
  const draw = drawing()
  const drawn: string[] = []
  draw(() => drawn.push(`fact ${Date.now()}`))
  vi.advanceTimersByTime(5)
  draw(() => drawn.push(`object ${Date.now()}`))
  expect(drawn).toEqual([])
  vi.advanceTimersByTime(40)

  expect(drawn).toHaveLength(2)
  expect(drawn[0]?.split(' ')[1]).toBe(drawn[1]?.split(' ')[1])
})

test('[PF2] while changes pour in, there are at most ten drawings a second, and the last change is drawn', () => {
  const draw = drawing()
  const times = new Set<number>()
  let last = 0
  for (let at = 0; at < 1000; at += 1) {
    draw(() => {
      times.add(Date.now())
      last = at
    })
    vi.advanceTimersByTime(1)
  }
  expect(times.size).toBeLessThanOrEqual(10)
  vi.advanceTimersByTime(200)

  expect(last).toBe(999)
})
