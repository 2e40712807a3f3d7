import { parseTime } from '#api/time.ts'
import { decodeBase64 } from '#go/base64.ts'
import { derMembers, derTypes, readDer } from '#go/der.ts'
import { pemBlocks } from '#go/pem.ts'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'

const decidedMs = 3_600_000
const pendingMs = 24 * decidedMs

/**
 * Reports whether a request was decided on an hour ago, waits for a decision since a day, or has a certificate that is
 * no longer valid. [LC107]
 */
export function isOver(csr: CertificateSigningRequest, nowMs: number): boolean {
  const decision = (csr.status?.conditions ?? []).find(({ type }) =>
    ['Approved', 'Denied', 'Failed'].includes(type ?? ''),
  )
  const sinceMs = nowMs - parseTime(decision?.lastUpdateTime ?? csr.metadata.creationTimestamp ?? '')
  if (sinceMs > (decision === undefined ? pendingMs : decidedMs)) return true
  return endOf(csr.status?.certificate ?? '') < nowMs
}

/** The end of the validity of a certificate as base64 of PEM; `Infinity` if there is none. @throws DerError */
function endOf(certificate: string): number {
  const [block] = certificate === '' ? [] : pemBlocks(new TextDecoder().decode(decodeBase64(certificate)))
  if (block === undefined) return Infinity
  const [info] = derMembers(readDer(block.bytes), derTypes.sequence)
  const validity = derMembers(info, derTypes.sequence).filter(({ identifier }) => identifier === derTypes.sequence)[2]
  const [, end] = derMembers(validity, derTypes.sequence)
  if (end === undefined) return Infinity
  const text = new TextDecoder().decode(end.content)
  // A short year belongs to the years from 1950 to 2049.
  const digits = end.tag === derTypes.utcTime ? `${text < '50' ? '20' : '19'}${text}` : text
  return Date.parse(digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
