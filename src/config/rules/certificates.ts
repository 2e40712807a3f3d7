import { DerReader, derTypes } from '#go/der.ts'
import { pemBlocks } from '#go/pem.ts'

const nothing = 'data does not contain any valid RSA or ECDSA certificates'

/**
 * Returns Go's error for a CA bundle; `undefined` if it is valid. Blocks of other types or with headers are skipped.
 */
export function bundleProblem(text: string): string | undefined {
  let count = 0
  for (const { type, headers, bytes } of pemBlocks(text)) {
    if (type !== 'CERTIFICATE' || headers.length > 0) continue
    const problem = blockProblem(bytes)
    if (problem !== undefined) return `x509: ${problem}`
    count++
  }
  return count === 0 ? nothing : undefined
}

function blockProblem(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const reader = new DerReader(bytes)
  const certificate = reader.read(derTypes.sequence)
  if (certificate === undefined) return 'malformed certificate'
  return certificateProblem(certificate) ?? (reader.isEmpty ? undefined : 'trailing data')
}

/** Context-specific tag 0, constructed: the version of a certificate. */
const VERSION = 0xa0

/** The order of the checks determines which error is reported. */
function certificateProblem(certificate: DerReader): string | undefined {
  const tbs = certificate.read(derTypes.sequence)
  if (tbs === undefined) return 'malformed tbs certificate'
  const problem = versionProblem(tbs)
  if (problem !== undefined) return problem
  const serial = tbs.read(derTypes.integer)
  if (serial === undefined) return 'malformed serial number'
  if ((serial.peek() ?? 0) >= 0x80) return 'negative serial number'
  const inner = tbs.read(derTypes.sequence)
  if (inner === undefined) return 'malformed signature algorithm identifier'
  const outer = certificate.read(derTypes.sequence)
  if (outer === undefined) return 'malformed algorithm identifier'
  if (!outer.equals(inner)) return "inner and outer signature algorithm identifiers don't match"
  if (tbs.read(derTypes.sequence) === undefined) return 'malformed issuer'
  return validityProblem(tbs.read(derTypes.sequence)) ?? restProblem(tbs, certificate)
}

function versionProblem(tbs: DerReader): string | undefined {
  const version = tbs.peek() === VERSION ? tbs.read(VERSION)?.readInteger() : 0
  if (version === undefined || version < 0) return 'malformed version'
  return version > 2 ? 'invalid version' : undefined
}

function validityProblem(validity: DerReader | undefined): string | undefined {
  if (validity === undefined) return 'malformed validity'
  for (let time = 0; time < 2; time++) {
    const tag = validity.peek()
    if (tag !== derTypes.utcTime && tag !== derTypes.generalizedTime) return 'unsupported time format'
    if (validity.read(tag) === undefined) return 'malformed validity'
  }
  return undefined
}

function restProblem(tbs: DerReader, certificate: DerReader): string | undefined {
  if (tbs.read(derTypes.sequence) === undefined) return 'malformed issuer'
  const keyInfo = tbs.read(derTypes.sequence)
  const algorithm = keyInfo?.read(derTypes.sequence)
  if (keyInfo === undefined) return 'malformed spki'
  if (algorithm?.read(derTypes.objectIdentifier) === undefined) return 'malformed public key algorithm identifier'
  if (keyInfo.read(derTypes.bitString) === undefined) return 'malformed subjectPublicKey'
  return certificate.read(derTypes.bitString) === undefined ? 'malformed signature' : undefined
}
