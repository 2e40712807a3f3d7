import { duplicate, type FieldError, forbidden, index, invalid, notSupported, required } from '#api/field-error.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { decodeBase64 } from '#go/base64.ts'
import { DerError, derMembers, derTypes, readDer } from '#go/der.ts'
import { pemBlocks } from '#go/pem.ts'
import type { CertificateSigningRequest, CertificateSigningRequestSpec } from '#server/kinds/types/certificates-v1.ts'
import { conditionsOf, validateConditionChange, validateConditions } from './conditions.ts'
import { validateSignerName } from './signer-name.ts'

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
const legacySigner = 'orch.io/legacy-unknown'
const secondsMin = 600

const certificateOf = ({ status }: CertificateSigningRequest): string => status?.certificate ?? ''

/** Validates all but the request itself, whose signature is verified asynchronously. `live`: for ratcheting. [CSR2] */
export const validate = (
  next: CertificateSigningRequest,
  live: CertificateSigningRequest | null = null,
): readonly FieldError[] => [
  ...validateUsages(next.spec?.usages ?? [], live?.spec?.usages ?? []),
  ...validateSigner(next.spec ?? {}, live?.spec ?? {}),
  ...validateConditions(conditionsOf(next), live === null ? [] : conditionsOf(live)),
  ...validateCertificate(next, live),
]

function validateUsages(next: readonly string[], live: readonly string[]): readonly FieldError[] {
  const path = 'spec.usages'
  const mayBeUnknown = live.some((usage) => !usages.includes(usage))
  const mayRepeat = new Set(live).size < live.length
  const repeated = repetitionsIn(next)
  return [
    ...(next.length === 0 ? [required(path)] : []),
    ...next.flatMap((usage, at) =>
      mayBeUnknown || usages.includes(usage) ? [] : [notSupported(index(path, at), usage, usages)],
    ),
    ...next.flatMap((usage, at) => (mayRepeat || !repeated.has(at) ? [] : [duplicate(index(path, at), usage)])),
  ]
}

function validateSigner(
  { signerName = '', expirationSeconds: seconds }: CertificateSigningRequestSpec,
  live: CertificateSigningRequestSpec,
): readonly FieldError[] {
  const path = 'spec.signerName'
  const isLegacy = signerName === legacySigner && live.signerName !== legacySigner
  return [
    ...(isLegacy
      ? [invalid(path, signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(signerName, path)),
    ...(seconds !== undefined && seconds < secondsMin
      ? [invalid('spec.expirationSeconds', seconds, 'may not specify a duration less than 600 seconds (10 minutes)')]
      : []),
  ]
}

/** [CSR6] */
function validateCertificate(
  next: CertificateSigningRequest,
  live: CertificateSigningRequest | null,
): readonly FieldError[] {
  const certificate = certificateOf(next)
  if (live !== null && (certificate === certificateOf(live) || certificateText(certificateOf(live)) !== '')) return []
  const why = certificateText(certificate)
  return why === '' ? [] : [invalid('status.certificate', '<certificate data>', why)]
}

function certificateText(certificate: string): string {
  if (certificate === '') return ''
  const blocks = pemBlocks(new TextDecoder().decode(decodeBase64(certificate)))
  for (const { type, headers, bytes } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`
    if (headers.length > 0) return 'no PEM block headers are permitted'
    if (!isCertificate(bytes)) return 'x509: malformed certificate'
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : ''
}

function isCertificate(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    const outer = readDer(bytes)
    return outer.whole.length === bytes.length && derMembers(outer, derTypes.sequence).length === 3
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

export interface Rights {
  readonly mayDecide: boolean
  readonly mayIssue: boolean
}

/** Validates the status changes that each subresource may make. [CSR4] [CSR6] */
export function validateChange(
  next: CertificateSigningRequest,
  live: CertificateSigningRequest,
  { mayDecide, mayIssue }: Rights,
): readonly FieldError[] {
  const errors = [...validateConditionChange(conditionsOf(next), conditionsOf(live), mayDecide)]
  const path = 'status.certificate'
  if (certificateOf(next) === certificateOf(live)) return errors
  if (!mayIssue) return [...errors, forbidden(path, 'updates may not set certificate content')]
  return certificateOf(live) === ''
    ? errors
    : [...errors, forbidden(path, 'updates may not modify existing certificate content')]
}
