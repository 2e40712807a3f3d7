import { decodeBase64 } from '#go/base64.ts'
import { type PemBlock, pemBlocks } from '#go/pem.ts'

const decoder = new TextDecoder()
const readPem = (base64: string): readonly PemBlock[] => pemBlocks(decoder.decode(decodeBase64(base64)))

/**
 * Returns why a certificate and a key are not a valid pair, in the words of the reference's TLS library; `null` if they
 * are well-formed. Does not check that the key belongs to the certificate.
 */
export function keyPairProblem(certificate: string, privateKey: string): string | null {
  const certificateBlocks = readPem(certificate)
  return certificateProblem(certificateBlocks) ?? keyProblem(readPem(privateKey)) ?? parseProblem(certificateBlocks)
}

function certificateProblem(blocks: readonly PemBlock[]): string | null {
  if (blocks.some(({ type }) => type === 'CERTIFICATE')) return null
  const [first] = blocks
  if (first === undefined) return 'tls: failed to find any PEM data in certificate input'
  if (blocks.length === 1 && first.type.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

function keyProblem(blocks: readonly PemBlock[]): string | null {
  if (blocks.some(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'))) return null
  const [first] = blocks
  if (first === undefined) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && first.type === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

/** Checks only the outermost structure: one DER sequence. */
function parseProblem(blocks: readonly PemBlock[]): string | null {
  const der = blocks.find(({ type }) => type === 'CERTIFICATE')?.bytes
  return der !== undefined && der[0] === 0x30 && der.length > 2 ? null : 'x509: malformed certificate'
}

const typesOf = (blocks: readonly PemBlock[]): string => `[${blocks.map(({ type }) => type).join(' ')}]`
