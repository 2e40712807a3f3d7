import { DerReader } from './der.ts'
import { pemBlocks } from './pem.ts'

const nothing = 'data does not contain any valid RSA or ECDSA certificates'

/** What Go says of a bundle of authorities; `undefined` when it can be used. Blocks of other kinds or with headers are skipped. */
export function bundleProblem(text: string): string | undefined {
  let count = 0
  for (const { label, hasHeaders, bytes } of pemBlocks(text)) {
    if (label !== 'CERTIFICATE' || hasHeaders) continue
    const problem = blockProblem(bytes)
    if (problem !== undefined) return `x509: ${problem}`
    count++
  }
  return count === 0 ? nothing : undefined
}

function blockProblem(bytes: Uint8Array): string | undefined {
  const reader = new DerReader(bytes)
  const certificate = reader.read(SEQUENCE)
  if (certificate === undefined) return 'malformed certificate'
  return certificateProblem(certificate) ?? (reader.isEmpty ? undefined : 'trailing data')
}

const INTEGER = 0x02
const BIT_STRING = 0x03
const OBJECT_ID = 0x06
const SEQUENCE = 0x30
const VERSION = 0xa0
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18

/** The order of the checks decides which text is told. */
function certificateProblem(certificate: DerReader): string | undefined {
  const tbs = certificate.read(SEQUENCE)
  if (tbs === undefined) return 'malformed tbs certificate'
  const problem = versionProblem(tbs)
  if (problem !== undefined) return problem
  const serial = tbs.read(INTEGER)
  if (serial === undefined) return 'malformed serial number'
  if ((serial.peek() ?? 0) >= 0x80) return 'negative serial number'
  const inner = tbs.read(SEQUENCE)
  if (inner === undefined) return 'malformed signature algorithm identifier'
  const outer = certificate.read(SEQUENCE)
  if (outer === undefined) return 'malformed algorithm identifier'
  if (!outer.equals(inner)) return "inner and outer signature algorithm identifiers don't match"
  if (tbs.read(SEQUENCE) === undefined) return 'malformed issuer'
  return validityProblem(tbs.read(SEQUENCE)) ?? restProblem(tbs, certificate)
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
    if (tag !== UTC_TIME && tag !== GENERALIZED_TIME) return 'unsupported time format'
    if (validity.read(tag) === undefined) return 'malformed validity'
  }
  return undefined
}

function restProblem(tbs: DerReader, certificate: DerReader): string | undefined {
  if (tbs.read(SEQUENCE) === undefined) return 'malformed issuer'
  const keyInfo = tbs.read(SEQUENCE)
  const algorithm = keyInfo?.read(SEQUENCE)
  if (keyInfo === undefined) return 'malformed spki'
  if (algorithm?.read(OBJECT_ID) === undefined) return 'malformed public key algorithm identifier'
  if (keyInfo.read(BIT_STRING) === undefined) return 'malformed subjectPublicKey'
  return certificate.read(BIT_STRING) === undefined ? 'malformed signature' : undefined
}
