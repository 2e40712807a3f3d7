import { pemBlocks } from '#go/pem.ts'
import { decodeBase64 } from '#go/base64.ts'
import { DerError, derMembers, derTypes, readDer } from '#go/der.ts'
import { type CertificateRequest, textOf } from './request-parts.ts'
import { verifySignature } from './signature.ts'

/**
 * Returns the error of a certificate request (base64 of a PEM block of PKCS #10); `''` if it is valid and signed by its
 * own key. [CSR1]
 */
export async function certificateRequestText(request: string): Promise<string> {
  const [block] = pemBlocks(new TextDecoder().decode(decodeBase64(request)))
  if (block === undefined || block.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  try {
    return await verifySignature(parseRequest(block.bytes))
  } catch (error) {
    if (error instanceof DerError) return error.message
    throw error
  }
}

/** @throws DerError */
function parseRequest(bytes: Uint8Array<ArrayBuffer>): CertificateRequest {
  const outer = readDer(bytes)
  if (outer.whole.length < bytes.length) throw new DerError('asn1: syntax error: trailing data')
  const [info, algorithm, signature] = derMembers(outer, derTypes.sequence)
  const [, , publicKey] = derMembers(info, derTypes.sequence)
  const [oid, settings] = derMembers(algorithm, derTypes.sequence)
  const [keyAlgorithm] = derMembers(publicKey, derTypes.sequence)
  const [keyType, parameters] = derMembers(keyAlgorithm, derTypes.sequence)
  if (signature?.identifier !== derTypes.bitString || info === undefined || publicKey === undefined)
    throw new DerError('asn1: syntax error: sequence truncated')
  return {
    info: info.whole,
    publicKey: publicKey.whole,
    keyType: textOf(keyType),
    curve: textOf(parameters),
    algorithm: textOf(oid),
    parameters: settings,
    // The first byte is the number of unused bits, which is zero.
    signature: signature.content.slice(1),
  }
}
