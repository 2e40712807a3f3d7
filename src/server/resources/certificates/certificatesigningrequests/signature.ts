import { type DerValue, derMembers, derTypes, readDer } from '#go/der.ts'
import { type CertificateRequest, rsaBits, textOf } from './request-parts.ts'

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
  pss: 'crypto/rsa: verification error',
  ecdsa: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
} as const
const unknown = 'x509: cannot verify signature: algorithm unimplemented'
const md5WithRsa = '1.2.840.113549.1.1.4'

/** Returns why the signature was not made with the key of the request; `''` if it was. @throws DerError */
export async function verifySignature(request: CertificateRequest): Promise<string> {
  if (request.algorithm === md5WithRsa) return 'x509: cannot verify signature: insecure algorithm MD5-RSA'
  const known = request.algorithm === rsaPss ? pssOf(request.parameters) : hashes.get(request.algorithm)
  if (known === undefined) return unknown
  const problem = keyProblem(request, known.type)
  return problem === '' ? verify(request, known) : problem
}

const keyTypes: ReadonlyMap<string, { readonly name: string; readonly go: string }> = new Map([
  ['1.2.840.113549.1.1.1', { name: 'RSA', go: '*rsa.PublicKey' }],
  ['1.2.840.10045.2.1', { name: 'ECDSA', go: '*ecdsa.PublicKey' }],
  ['1.3.101.112', { name: 'Ed25519', go: 'ed25519.PublicKey' }],
])

interface Signature {
  readonly type: keyof typeof failures
  readonly hash: string
}

/** Returns why the reference uses no such key, or `''`. @throws DerError */
function keyProblem(request: CertificateRequest, type: Signature['type']): string {
  const expected = { rsa: 'RSA', pss: 'RSA', ecdsa: 'ECDSA', ed25519: 'Ed25519' }[type]
  const found = keyTypes.get(request.keyType)
  if (found !== undefined && found.name !== expected)
    return `x509: signature algorithm specifies an ${expected} public key, but have public key of type ${found.go}`
  if (type === 'ecdsa') return curves.has(request.curve) ? '' : 'x509: unsupported elliptic curve'
  if (type === 'ed25519') return ''
  const bits = rsaBits(request.publicKey)
  return bits < 1024
    ? `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
    : ''
}

async function verify(request: CertificateRequest, { type, hash }: Signature): Promise<string> {
  const curve = curves.get(request.curve)
  const algorithm = {
    pss: { name: 'RSA-PSS', hash, saltLength: Number(hash.slice(-3)) / 8 },
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

const rsaPss = '1.2.840.113549.1.1.10'
const pssHashes: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
])

/** As in the reference, the salt is as long as the hash, and the mask uses the same hash. @throws DerError */
function pssOf(parameters: DerValue | undefined): Signature | undefined {
  const [hashed, masked, salt] = derMembers(parameters, derTypes.sequence)
  const [first] = derMembers(hashed, 0xa0)
  const [hashOid] = derMembers(first, derTypes.sequence)
  const [mask] = derMembers(masked, 0xa1)
  const [, maskHash] = derMembers(mask, derTypes.sequence)
  const [maskOid] = derMembers(maskHash, derTypes.sequence)
  const [length] = derMembers(salt, 0xa2)
  const hash = pssHashes.get(textOf(hashOid))
  const isSame = textOf(maskOid) === textOf(hashOid) && Number(hash?.slice(-3)) / 8 === length?.content[0]
  return hash !== undefined && isSame ? { type: 'pss', hash } : undefined
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
