import type { MomentRequest } from '#facts/moment.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { readSaved } from '#ui/model/saved.ts'

/** The log of requests that came with a shared moment, in the form of this server's own. Their ids are negative. [SH15] */
export function pastRequests(): readonly FinishedRequest[] {
  const { requests } = readSaved<{ readonly requests: readonly MomentRequest[] }>('past-requests', { requests: [] })
  return requests.map((one, at) => ({
    ...one,
    type: 'request-finished',
    id: at - requests.length,
    stages: [],
    auditId: '',
  }))
}
