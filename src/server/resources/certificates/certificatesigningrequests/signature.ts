import { derMembers, derTypes, readDer } from '#go/der.ts'
import type { CertificateRequest } from './certificate-request.ts'

const hashes: ReadonlyMap<string, { readonly type: 'rsa' | 'ecdsa' | 'ed25519'; readonly hash: string }> = new Map([
  // Go refuses SHA-1 in certificates, but not in requests. [CSR1]
  ['1.2.840.113549.1.1.5', { type: 'rsa', hash: 'SHA-1' }],
  ['1.2.840.10045.4.1', { type: 'ecdsa', hash: 'SHA-1' }],
  ['1.2.840.113549.1.1.11', { type: 'rsa', hash: 'SHA-256' }],
  ['1.2.840.113549.1.1.12', { type: 'rsa', hash: 'SHA-384' }],
  ['1.2.840.113549.1.1.13', { type: 'rsa', hash: 'SHA-512' }],
  ['1.2.840.10045.4.3.2', { type: 'ecdsa', hash: 'SHA-256' }],
  ['1.2.840.10045.4.3.3', { type: 'ecdsa', hash: 'SHA-384' }],
  ['1.2.840.10045.4.3.4', { type: 'ecdsa', hash: 'SHA-512' }],
  ['1.3.101.112', { type: 'ed25519', hash: '' }],
])

const curves: ReadonlyMap<string, { readonly name: string; readonly bytes: number }> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', bytes: 32 }],
  ['1.3.132.0.34', { name: 'P-384', bytes: 48 }],
  ['1.3.132.0.35', { name: 'P-521', bytes: 66 }],
])

const failures = {
  rsa: 'crypto/rsa: verification error',
  ecdsa: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
} as const
const unknown = 'x509: cannot verify signature: algorithm unimplemented'
const md5WithRsa = '1.2.840.113549.1.1.4'

/** Returns why the signature was not made with the key of the request; `''` if it was. @throws DerError */
export async function verifySignature(request: CertificateRequest): Promise<string> {
  if (request.algorithm === md5WithRsa) return 'x509: cannot verify signature: insecure algorithm MD5-RSA'
  const known = hashes.get(request.algorithm)
  if (known === undefined) return unknown
  const { type, hash } = known
  const curve = curves.get(request.curve)
  if (type === 'ecdsa' && curve === undefined) return 'x509: unsupported elliptic curve'
  const algorithm = {
    rsa: { name: 'RSASSA-PKCS1-v1_5', hash },
    ecdsa: { name: 'ECDSA', hash, namedCurve: curve?.name ?? '' },
    ed25519: { name: 'Ed25519' },
  }[type]
  const signature = type === 'ecdsa' ? plainSignature(request.signature, curve?.bytes ?? 0) : request.signature
  try {
    const key = await crypto.subtle.importKey('spki', request.publicKey, algorithm, false, ['verify'])
    return (await crypto.subtle.verify(algorithm, key, signature, request.info)) ? '' : failures[type]
  } catch {
    // A key that the platform cannot import cannot have made the signature.
    return failures[type]
  }
}

/** Converts a DER signature to two concatenated numbers, the format of Web Crypto. */
function plainSignature(signature: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const numbers = derMembers(readDer(signature), derTypes.sequence)
  const plain = new Uint8Array(2 * bytes)
  for (const [at, { content }] of numbers.slice(0, 2).entries()) {
    const digits = content.slice(Math.max(0, content.length - bytes))
    plain.set(digits, (at + 1) * bytes - digits.length)
  }
  return plain
}
