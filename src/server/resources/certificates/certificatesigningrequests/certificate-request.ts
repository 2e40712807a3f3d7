import { bitStringTag, DerError, type DerValue, inside, oidTag, oidText, readValues, sequenceTag } from './der.ts'
import { pemBlocks } from './pem.ts'
import { verifySignature } from './signature.ts'

/** What is wrong with a request for a certificate, base64 of PEM of PKCS #10; `''`: nothing, and its own key signed it. [CSR1] */
export async function certificateRequestText(request: string): Promise<string> {
  const [block] = pemBlocks(atob(request))
  if (block === undefined || block.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  try {
    return await verifySignature(parseRequest(block.bytes))
  } catch (error) {
    if (error instanceof DerError) return error.message
    throw error
  }
}

export interface CertificateRequest {
  /** What was signed. */
  readonly info: Uint8Array<ArrayBuffer>
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly curve: string
  readonly algorithm: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/** @throws DerError */
function parseRequest(bytes: Uint8Array): CertificateRequest {
  const [outer, ...more] = readValues(Uint8Array.from(bytes))
  if (more.length > 0) throw new DerError('asn1: syntax error: trailing data')
  const [info, algorithm, signature] = inside(outer, sequenceTag)
  const [, , publicKey] = inside(info, sequenceTag)
  const [oid] = inside(algorithm, sequenceTag)
  const [keyAlgorithm] = inside(publicKey, sequenceTag)
  const [, parameters] = inside(keyAlgorithm, sequenceTag)
  if (signature?.tag !== bitStringTag || info === undefined || publicKey === undefined)
    throw new DerError('asn1: syntax error: sequence truncated')
  return {
    info: info.whole,
    publicKey: publicKey.whole,
    curve: textOf(parameters),
    algorithm: textOf(oid),
    // The first byte counts unused bits: none.
    signature: signature.content.slice(1),
  }
}

const textOf = (value: DerValue | undefined): string => (value?.tag === oidTag ? oidText(value) : '')
