import type { SimulatedClock } from '#server/debug/simulated-clock.ts'

/**
 * Advances the clock of a server by a second at a time until `work` is done, so that a test does not wait for the
 * time that a request has on that clock.
 */
export async function passTime<Value>(
  work: Promise<Value>,
  advance: (body: { readonly advanceMs: number }) => Promise<unknown>,
): Promise<Value> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  while (!isDone) await advance({ advanceMs: 1000 })
  return work
}

/**
 * Advances `clock` by `stepMs` at a time until `work` is done. Everything that is ready runs before each step, so that
 * only what waits for the clock takes time on it.
 */
export async function passTimeOn<Value>(clock: SimulatedClock, work: Promise<Value>, stepMs: number): Promise<Value> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  while (!isDone) {
    await new Promise((wake) => setTimeout(wake, 0))
    if (!isDone) clock.advance(stepMs)
  }
  return work
}
