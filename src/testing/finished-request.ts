import type { FinishedRequest } from '#facts/fact.ts'

/** Returns a finished request of the log: alice lists pods. `change` replaces fields. */
export const finishedRequest = (change: Partial<FinishedRequest> = {}): FinishedRequest => ({
  type: 'request-finished',
  id: 1,
  timeMs: 0,
  method: 'GET',
  url: '/api/v1/pods',
  verb: 'list',
  actor: 'alice',
  userAgent: '',
  status: 200,
  reason: '',
  durationMs: 2,
  stages: [],
  bytesIn: 0,
  bytesOut: 1,
  wrote: 0,
  auditId: '',
  ...change,
})
