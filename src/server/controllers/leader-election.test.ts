import { expect, test } from 'vitest'
import { joinElection } from './leader-election.ts'

/** A candidate beside a holder that wrote a lease of this duration once and is silent since then. */
function startBeside(leaseDurationSeconds: number) {
  const other = { holderIdentity: 'original', leaseDurationSeconds, renewTime: '2026-01-01T00:00:00.000000Z' }
  let lease = { metadata: { name: 'kube-controller-manager' }, spec: other }
  let [nowMs, isLeading] = [0, false]
  let next: () => void = () => undefined
  const stop = joinElection({
    host: {
      clock: {
        now: () => nowMs,
        after(_delayMs, run) {
          next = run
          return () => undefined
        },
      },
      fetch: (_path, init) => {
        if (typeof init?.body === 'string') lease = JSON.parse(init.body) as typeof lease
        return Promise.resolve(Response.json(lease))
      },
    },
    lease: 'kube-controller-manager',
    monotonicMs: () => nowMs,
    identity: 'here',
    onElected: () => (isLeading = true),
    onLost: () => (isLeading = false),
  })
  const leadsAfter = async (seconds: number) => {
    await new Promise(setImmediate)
    nowMs = seconds * 1000
    next()
    await new Promise(setImmediate)
    return isLeading
  }
  return { leadsAfter, stop }
}

test('[LC115] a Lease is taken over when its holder was silent for the duration that it wrote', async () => {
  const long = startBeside(60)
  expect(await long.leadsAfter(50)).toBe(false)
  expect(await long.leadsAfter(61)).toBe(true)
  long.stop()
  const short = startBeside(15)
  expect(await short.leadsAfter(14)).toBe(false)
  expect(await short.leadsAfter(16)).toBe(true)
  short.stop()
})
