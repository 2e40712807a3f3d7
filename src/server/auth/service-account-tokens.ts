import { sha256 } from '@noble/hashes/sha2.js'
import { compactVerify, CompactSign, exportJWK, errors, type JWK } from 'jose'
import { isObject, type JsonObject } from '#api/json.ts'
import { decodeBase64, encodeBase64 } from '#go/base64.ts'

/** What a token of this server says. Times are seconds since the epoch. */
export interface TokenClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly nbf: number
  readonly jti: string
  /** Namespace, service account and what else the token is bound to. */
  readonly 'orch.io': JsonObject
}

/** Where the key pair comes from: asked once, at first use. RSA keys sign with RS256, P-256 keys with ES256. */
export type SigningKeySource = () => Promise<CryptoKeyPair>

/** Makes and reads the server's own tokens: JSON Web Tokens of one issuer. [AC20] */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** `null` for a text that claims to be no token of this server, or none at all. Says nothing about times and audiences. */
  verify(token: string): Promise<VerifiedToken | null>
  /** By which others can check tokens. */
  publicKey(): Promise<PublicKey>
}

/** What a token of this server says, or why it can't be one. */
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

/** A fresh key whose private half nobody can read. */
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
      const content = new TextEncoder().encode(JSON.stringify(claims))
      return new CompactSign(content).setProtectedHeader({ alg, kid }).sign(pair.privateKey)
    },
    async verify(token) {
      // Others' tokens pass here too, and must not cost a key.
      if (readClaims(token)?.iss !== issuer || !isSigned(token)) return null
      const { alg, pair } = await key()
      try {
        const { payload } = await compactVerify(token, pair.publicKey, { algorithms: [alg] })
        // Signed by this server, so it is what `sign` was given.
        return { claims: JSON.parse(new TextDecoder().decode(payload)) as TokenClaims }
      } catch (error) {
        if (error instanceof errors.JOSEError) return { error: 'go-jose/go-jose: error in cryptographic primitive' }
        throw error
      }
    },
  }
}

async function toOwnKey(pair: CryptoKeyPair): Promise<OwnKey> {
  const alg = pair.publicKey.algorithm.name === 'ECDSA' ? 'ES256' : 'RS256'
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
  const kid = encodeBase64(sha256(new Uint8Array(spki)), 'raw-url')
  return { pair, alg, kid, jwk: await exportJWK(pair.publicKey) }
}

/** Whether there could be a signature: what is no base64 is no token at all. */
const isSigned = (token: string): boolean => {
  const signature = token.split('.')[2] ?? ''
  return /^[\w-]*$/.test(signature) && signature.length % 4 !== 1
}

/** What a token claims, without a look at its signature. */
function readClaims(token: string): JsonObject | null {
  try {
    const body = decodeBase64(token.split('.')[1] ?? '', 'raw-url')
    const claims: unknown = JSON.parse(new TextDecoder().decode(body))
    return isObject(claims as JsonObject) ? (claims as JsonObject) : null
  } catch {
    return null
  }
}
