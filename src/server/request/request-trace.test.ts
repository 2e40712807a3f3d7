import { expect, test } from 'vitest'
import { createRequestTrace } from './request-trace.ts'

test('[ER8] a request that works long gives others a turn before and after its stages', async () => {
  let now = 0
  const turns: number[] = []
  const trace = createRequestTrace(
    () => now,
    async () => void turns.push(now),
  )
  const work = (durationMs: number) => (): Promise<void> => {
    now += durationMs
    return Promise.resolve()
  }
  await trace.timed('decode', '', work(20))
  expect(turns).toEqual([])
  await trace.timed('admission', '', work(10))
  expect(turns).toEqual([30])
  now += 100
  await trace.timed('registry', '', work(1))
  expect(turns).toEqual([30, 130])
  await trace.rest()
  expect(turns).toEqual([30, 130])
  now += 26
  await trace.rest()
  expect(turns).toEqual([30, 130, 157])
  const refusal = trace.timed('storage', '', async () => {
    await work(40)()
    throw new Error('refused')
  })
  await expect(refusal).rejects.toThrow('refused')
  expect(turns).toEqual([30, 130, 157, 197])
  expect(trace.stages.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
    [0, 20],
    [20, 10],
    [130, 1],
    [157, 40],
  ])
})
