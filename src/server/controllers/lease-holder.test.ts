import { expect, test } from 'vitest'
import { followHolder } from './lease-holder.ts'

test('[LC118] a holder that is silent for the duration that it wrote holds the Lease no longer', async () => {
  const spec = { holderIdentity: 'original', leaseDurationSeconds: 30, renewTime: '2026-01-01T00:00:00.000000Z' }
  const list = { metadata: { resourceVersion: '7' }, items: [{ metadata: { name: 'm' }, spec }] }
  const seen: string[] = []
  const timers: { readonly dueMs: number; readonly run: () => void }[] = []
  let nowMs = 0
  const stop = followHolder({
    host: {
      clock: {
        now: () => nowMs,
        after(delayMs, run) {
          timers.push({ dueMs: nowMs + delayMs, run })
          return () => undefined
        },
      },
      // The watch stays open and says nothing.
      fetch: (path) =>
        Promise.resolve(String(path).includes('watch') ? new Response(new ReadableStream()) : Response.json(list)),
    },
    lease: 'm',
    monotonicMs: () => nowMs,
    onFree: () => seen.push('free'),
    onHeld: (holder) => seen.push(holder),
  })
  await expect.poll(() => seen).toEqual(['original'])
  expect(timers.map(({ dueMs }) => dueMs)).toEqual([30_000])
  nowMs = 30_000
  timers[0]?.run()
  expect(seen).toEqual(['original', 'free'])
  stop()
})
