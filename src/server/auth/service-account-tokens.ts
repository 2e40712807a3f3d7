import { sha256 } from '@noble/hashes/sha2.js'
import type { JWK } from 'jose'
import { isObject, type JsonObject } from '#api/json.ts'
import { decodeBase64, encodeBase64 } from '#go/base64.ts'

/** The claims of a token of this server. Times are in seconds since the epoch. */
export interface TokenClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly nbf: number
  readonly jti: string
  /** The namespace, the service account and the other objects that the token is bound to. */
  readonly 'orch.io': JsonObject
}

/** Loaded with the first token. */
const signatures = () => import('./token-signatures.ts')

/** The source of the key pair, called once at first use. RSA keys sign with RS256, P-256 keys with ES256. */
export type SigningKeySource = () => Promise<CryptoKeyPair>

/** Issues and verifies the server's own tokens: JSON Web Tokens of one issuer. [AC20] */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** Returns `null` for a text that is not a token of this server's issuer. Does not check times and audiences. */
  verify(token: string): Promise<VerifiedToken | null>
  /** The public key with which others can verify tokens. */
  publicKey(): Promise<PublicKey>
}

/** The claims of a token of this server, or why it is not valid. */
export type VerifiedToken = { readonly claims: TokenClaims } | { readonly error: string }

export interface PublicKey {
  readonly alg: string
  readonly kid: string
  readonly jwk: JWK
}

const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

/** Generates a key pair whose private key cannot be exported. */
export const newSigningKey: SigningKeySource = () => crypto.subtle.generateKey(rsa, false, ['sign', 'verify'])

interface OwnKey extends PublicKey {
  readonly pair: CryptoKeyPair
}

export function createTokenSigner(issuer: string, source: SigningKeySource = newSigningKey): TokenSigner {
  let loading: Promise<OwnKey> | null = null
  const key = (): Promise<OwnKey> =>
    (loading ??= source()
      .then(toOwnKey)
      .catch((error: unknown) => {
        // The next request tries again.
        loading = null
        throw error
      }))
  return {
    publicKey: key,
    async sign(claims) {
      const { alg, kid, pair } = await key()
      const { CompactSign } = await signatures()
      const content = new TextEncoder().encode(JSON.stringify(claims))
      return new CompactSign(content).setProtectedHeader({ alg, kid }).sign(pair.privateKey)
    },
    async verify(token) {
      // Tokens of other issuers are read here too and must not cause the key to be generated.
      if (readClaims(token)?.iss !== issuer || !isSigned(token)) return null
      const { alg, pair } = await key()
      const { compactVerify, errors } = await signatures()
      try {
        const { payload } = await compactVerify(token, pair.publicKey, { algorithms: [alg] })
        // Signed by this server, so the payload is what `sign` encoded.
        return { claims: JSON.parse(new TextDecoder().decode(payload)) as TokenClaims }
      } catch (error) {
        if (error instanceof errors.JOSEError) return { error: 'go-jose/go-jose: error in cryptographic primitive' }
        throw error
      }
    },
  }
}

async function toOwnKey(pair: CryptoKeyPair): Promise<OwnKey> {
  const { exportJWK } = await signatures()
  const alg = pair.publicKey.algorithm.name === 'ECDSA' ? 'ES256' : 'RS256'
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
  const kid = encodeBase64(sha256(new Uint8Array(spki)), 'raw-url')
  return { pair, alg, kid, jwk: await exportJWK(pair.publicKey) }
}

/** Reports whether the text has a well-formed signature part. Text that is not base64url is not a token. */
const isSigned = (token: string): boolean => {
  const signature = token.split('.')[2] ?? ''
  return /^[\w-]*$/.test(signature) && signature.length % 4 !== 1
}

/** Returns the claims of a token without verifying its signature. */
function readClaims(token: string): JsonObject | null {
  try {
    const body = decodeBase64(token.split('.')[1] ?? '', 'raw-url')
    const claims: unknown = JSON.parse(new TextDecoder().decode(body))
    return isObject(claims as JsonObject) ? (claims as JsonObject) : null
  } catch {
    return null
  }
}
