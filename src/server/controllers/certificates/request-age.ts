import { parseTime } from '#api/time.ts'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'

const decidedMs = 3_600_000
const pendingMs = 24 * decidedMs

/** Reports whether a request was decided on an hour ago, or waits for a decision since a day. [LC107] */
export function isOver(csr: CertificateSigningRequest, nowMs: number): boolean {
  const decision = (csr.status?.conditions ?? []).find(({ type }) =>
    ['Approved', 'Denied', 'Failed'].includes(type ?? ''),
  )
  const sinceMs = nowMs - parseTime(decision?.lastUpdateTime ?? csr.metadata.creationTimestamp ?? '')
  return sinceMs > (decision === undefined ? pendingMs : decidedMs)
}
