import { expect, test } from 'vitest'
import type { Fact, WatchInfo } from '#facts/fact.ts'
import { createOpenWatches } from './open-watches.ts'

/** A clock that the test moves. */
function startClock() {
  let nowMs = 0
  let due: { readonly atMs: number; readonly run: () => void }[] = []
  return {
    now: () => nowMs,
    after(delayMs: number, run: () => void) {
      const one = { atMs: nowMs + delayMs, run }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
    advance(ms: number) {
      nowMs += ms
      const ready = due.filter(({ atMs }) => atMs <= nowMs)
      due = due.filter(({ atMs }) => atMs > nowMs)
      for (const { run } of ready) run()
    },
  }
}

function start() {
  const facts: Fact[] = []
  const clock = startClock()
  const watches = createOpenWatches(clock, (fact) => facts.push(fact))
  let count = 0
  const watch = { id: 1, info: () => ({ id: 1, deliveredCount: count }) as WatchInfo, cut: () => undefined }
  watches.opened(watch)
  const deliver = () => {
    count += 1
    watches.progressed(watch)
  }
  const told = () => facts.flatMap((fact) => (fact.type === 'watch-progress' ? [fact.watch.deliveredCount] : []))
  return { clock, watches, watch, deliver, told, facts }
}

test('[WA16] progress is reported four times a second at most, and once more after the last event', () => {
  const { clock, deliver, told } = start()
  for (let event = 0; event < 10; event += 1) {
    deliver()
    clock.advance(50)
  }
  expect(told()).toEqual([5, 10])
  deliver()
  expect(told()).toEqual([5, 10])
  clock.advance(250)
  expect(told()).toEqual([5, 10, 11])
  // Without events nothing is reported.
  clock.advance(10_000)
  expect(told()).toHaveLength(3)
  deliver()
  expect(told()).toEqual([5, 10, 11, 12])
})

test('[WA16] a watch that closed reports its end as its last fact', () => {
  const { clock, watches, watch, deliver, told, facts } = start()
  deliver()
  watches.closed(watch, 'client')
  clock.advance(1000)
  expect(told()).toEqual([])
  expect(facts.at(-1)).toMatchObject({ type: 'watch-closed', watch: { deliveredCount: 1 } })
})
